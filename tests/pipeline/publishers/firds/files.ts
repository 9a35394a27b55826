/** ESMA's instrument reference data for tests: the real delta, and full files in the layout of the real ones. */
import { readFileSync } from 'node:fs';
import type { ParseResult, ParsedRow, RecordSelection } from '../../../../pipeline/ingest/feed.ts';
import { reduceInstruments } from '../../../../pipeline/publishers/firds/reduce-instruments.ts';
import { feed } from '../../../../pipeline/publishers/registers/firds/feed.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { inPieces } from '../gleif/files.ts';

export const fixture = (name: string): Buffer => readFileSync(fixturePath('firds', name));
export const realDelta = 'DLTINS_20210117_01of01.xml';

export interface Instrument {
  readonly isin: string;
  readonly issuer?: string;
  readonly cfi?: string;
  readonly currency?: string;
  readonly maturity?: string;
  readonly ends?: string;
  readonly venue?: string;
  readonly relevant?: string;
}

/** The content of a record: an instrument on a venue, by default on its relevant one. */
const contentOf = ({
  isin,
  issuer = '549300GDPG70E3MBBU98',
  cfi = 'DBFTFB',
  currency = 'EUR',
  maturity = '2027-01-15',
  ends,
  venue = 'MANL',
  relevant = venue,
}: Instrument): string =>
  [
    `<FinInstrmGnlAttrbts><Id>${isin}</Id><FullNm>An instrument</FullNm><ClssfctnTp>${cfi}</ClssfctnTp><NtnlCcy>${currency}</NtnlCcy></FinInstrmGnlAttrbts>`,
    `<Issr>${issuer}</Issr>`,
    `<TradgVnRltdAttrbts><Id>${venue}</Id><IssrReq>false</IssrReq>${ends === undefined ? '' : `<TermntnDt>${ends}</TermntnDt>`}</TradgVnRltdAttrbts>`,
    `<DebtInstrmAttrbts><MtrtyDt>${maturity}</MtrtyDt></DebtInstrmAttrbts>`,
    `<TechAttrbts><RlvntCmptntAuthrty>DE</RlvntCmptntAuthrty><RlvntTradgVn>${relevant}</RlvntTradgVn></TechAttrbts>`,
  ].join('');

const messageOf = (day: string, schema: string, report: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<BizData xmlns="urn:iso:std:iso:20022:tech:xsd:head.003.001.01"><Hdr><AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.01"><MsgDefIdr>${schema}</MsgDefIdr><CreDt>${day}T01:00:00Z</CreDt></AppHdr></Hdr><Pyld><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${schema}">${report}</Document></Pyld></BizData>\n`;
const header = (day: string): string =>
  `<RptHdr><RptgNtty><NtlCmptntAuthrty>EU</NtlCmptntAuthrty></RptgNtty><RptgPrd><Dt>${day}</Dt></RptgPrd></RptHdr>`;

/** A full file of these records. */
export const fullXml = (day: string, ...instruments: readonly Instrument[]): string => {
  const records = instruments.map((one) => `<RefData>${contentOf(one)}</RefData>`).join('\n');
  const report = `<FinInstrmRptgRefDataRpt>${header(day)}${records}</FinInstrmRptgRefDataRpt>`;
  return messageOf(day, 'auth.017.001.02', report);
};

type DeltaKind = 'NewRcrd' | 'ModfdRcrd' | 'TermntdRcrd' | 'CancRcrd';

/** A delta of these records. */
export const deltaXml = (day: string, ...records: readonly (readonly [DeltaKind, Instrument])[]): string => {
  const all = records.map(([kind, one]) => `<FinInstrm><${kind}>${contentOf(one)}</${kind}></FinInstrm>`).join('\n');
  const report = `<FinInstrmRptgRefDataDltaRpt>${header(day)}${all}</FinInstrmRptgRefDataDltaRpt>`;
  return messageOf(day, 'auth.036.001.03', report);
};

export const nameOf = (group: string, day: string, part = 1, of = 1): string =>
  `${group}_${day.replaceAll('-', '')}_0${part}of0${of}.xml`;

export type Files = Readonly<Record<string, string | Buffer>>;

/** Parses a snapshot of files by name. */
export async function read(
  files: Files,
  wanted: RecordSelection = { kind: 'all' },
  size?: number,
): Promise<ParseResult<ParsedRow>> {
  const reduced = Object.entries(files).map(async ([name, bytes]) => ({
    name,
    bytes: await reduceInstruments(inPieces(bytes, size), wanted),
  }));
  return feed.parse(await Promise.all(reduced));
}

export async function accepted(
  ...given: Parameters<typeof read>
): Promise<Extract<ParseResult<ParsedRow>, { ok: true }>> {
  const parsed = await read(...given);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
}

export async function reasonOf(files: Files): Promise<string> {
  const parsed = await read(files);
  return parsed.ok ? 'accepted' : parsed.reason;
}
