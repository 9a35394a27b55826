/** Instrument reference data of MiFIR: full files (auth.017) and deltas (auth.036). A record is an instrument on a venue. */
import { isLei } from '../../../schemas/values/lei.ts';
import { firdsColumns } from '../../registers/firds-columns.ts';
import { type AlarmList, shown } from '../alarm-list.ts';
import { checkElements, day, type FileKind, type RecordRow } from '../large-files/file-kind.ts';
import type { SourceRecord } from '../large-files/record.ts';
import type { Layout } from '../large-files/splitter.ts';

const message = ['BizData', 'Pyld', 'Document'] as const;

const layoutOf = (report: string, record: string, idPath: readonly string[]): Layout => ({
  holds: 'instrument records',
  xml: {
    around: [...message, report],
    record,
    beside: ['Hdr', 'RptHdr'],
    stated: { published: 'Hdr/AppHdr/CreDt' },
  },
  json: null,
  csv: null,
  identifier: 'ISIN',
  idPath,
});

const elements = [
  'FinInstrmGnlAttrbts',
  'Issr',
  'TradgVnRltdAttrbts',
  'DebtInstrmAttrbts',
  'DerivInstrmAttrbts',
  'TechAttrbts',
  'TechRcrdId',
];

/** Every instrument that may be traded on a day. */
export const fullFile: FileKind = {
  part: 'full',
  layout: layoutOf('FinInstrmRptgRefDataRpt', 'RefData', ['FinInstrmGnlAttrbts', 'Id']),
  hops: 0,
  expectsAll: false,
  read: (record, alarms) => readInstrument(record, '', alarms),
};

/** Name of the element around the records of a delta. */
export const deltaReport = 'FinInstrmRptgRefDataDltaRpt';
const deltaKinds = ['NewRcrd', 'ModfdRcrd', 'TermntdRcrd', 'CancRcrd'];

/** What became different on a day. A cancelled record was never valid. */
export const deltaFile: FileKind = {
  part: 'delta',
  layout: layoutOf(deltaReport, 'FinInstrm', ['*', 'FinInstrmGnlAttrbts', 'Id']),
  hops: 0,
  expectsAll: false,
  read: (record, alarms) => {
    const [kind = '', ...more] = record.namesBelow('');
    if (more.length > 0 || !deltaKinds.includes(kind)) {
      alarms.add('unknown kinds of records', `A record of a delta holds ${shown(kind)}; it is not read.`);
      return null;
    }
    const row = readInstrument(record, kind, alarms);
    return row === null ? null : { ...row, isDeleted: kind === 'CancRcrd' };
  },
};

/**
 * The record of the relevant venue is the record of the instrument. Records of other venues differ in names and dates, and an
 * instrument that leaves another venue has not ended. Names are not read: one bond has up to sixteen.
 */
function readInstrument(record: SourceRecord, kind: string, alarms: AlarmList): RecordRow | null {
  const text = (path: string): string => record.text(kind === '' ? path : `${kind}.${path}`);
  const columns = firdsColumns;
  const venue = text(columns.venue);
  if (venue === '' || text('TradgVnRltdAttrbts.Id') !== venue) return null;
  checkElements(record, { [kind]: elements }, alarms);
  const [isin, issuer] = [text(columns.isin), text(columns.issuer)];
  if (issuer !== '' && !isLei(issuer)) {
    alarms.add('invalid LEIs', `The issuer of ${isin} is ${shown(issuer)}, which is no valid LEI.`);
  }
  return {
    id: isin,
    key: isin,
    updated: '',
    isDeleted: false,
    isCurrent: true,
    leadsTo: null,
    columns: {
      [columns.isin]: isin,
      [columns.issuer]: issuer,
      [columns.cfi]: text(columns.cfi),
      [columns.currency]: text(columns.currency),
      [columns.maturity]: limitedDay(text(columns.maturity)),
      [columns.venue]: venue,
      [columns.ends]: limitedDay(text(columns.ends)),
    },
  };
}

/** The last year is how these files state that there is no day: no alarm, and no day. A bond may well mature in 2099. */
const limitedDay = (time: string): string => (/^(?:9999|0001|1900)-/.test(time) ? '' : day(time));
