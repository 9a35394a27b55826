import type { RegisterFeed } from '../../../ingest/feed.ts';
import { firdsColumns } from '../../../registers/firds-columns.ts';
import { chooseFiles, filesHost, longestList } from '../../firds/choose-files.ts';
import { readFileName } from '../../firds/file-names.ts';
import { parseSnapshot } from '../../firds/parse-snapshot.ts';
import { differingInstruments, reduceInstruments } from '../../firds/reduce-instruments.ts';
import { largeFiles } from '../../large-files/large-files.ts';
import { esmaRegister } from '../esma.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** Full files come once a week. The list covers two of them, so that one is whole while the next is published. */
const listQuery = new URLSearchParams({
  q: '*',
  fq: 'file_type:(FULINS OR DLTINS) AND publication_date:[NOW/DAY-15DAYS TO NOW]',
  wt: 'xml',
  start: '0',
  rows: String(longestList),
});

/** ESMA's Financial Instruments Reference Data System: one row per instrument, by the record of its relevant venue. */
export const feed: RegisterFeed = {
  kind: 'register',
  manifest: {
    id: 'firds',
    owner: esmaRegister.owner,
    label: "ESMA's reference data of financial instruments",
    files: [
      {
        name: 'files.xml',
        url: `https://registers.esma.europa.eu/solr/esma_registers_firds_files/select?${listQuery.toString()}`,
      },
    ],
    choose: chooseFiles,
    redirectHosts: [filesHost],
    everyMs: dayMs,
    licence: esmaRegister.licence,
    minimumRows: 1,
    maximumDrop: 0.2,
    maximumVanish: 0.5,
    parserVersion: '1.0.0',
    ...largeFiles,
  },
  polarity: 'instrument',
  key: [firdsColumns.isin],
  columns: [
    { name: firdsColumns.isin, meaning: 'isin', label: 'ISIN' },
    { name: firdsColumns.issuer, meaning: 'instrument', label: 'LEI of the issuer' },
    { name: firdsColumns.cfi, meaning: 'instrument', label: 'CFI code' },
    { name: firdsColumns.currency, meaning: 'instrument', label: 'currency' },
    { name: firdsColumns.maturity, meaning: 'instrument', label: 'maturity' },
    { name: firdsColumns.venue, meaning: 'instrument', label: 'relevant trading venue' },
    { name: firdsColumns.ends, meaning: 'instrument', label: 'end of trading at the relevant venue' },
  ],
  wants: 'isin',
  partOf: (name) => (readFileName(name) === null ? null : name.toUpperCase().replace(/\.(?:ZIP|XML)$/, '')),
  checksParts: true,
  reduce: reduceInstruments,
  differing: differingInstruments,
  parse: parseSnapshot,
};
