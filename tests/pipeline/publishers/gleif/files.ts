/** GLEIF's files for tests. */
import { readFileSync } from 'node:fs';
import type { OpenFile, ParseResult, ParsedRow, RecordSelection } from '../../../../pipeline/ingest/feed.ts';
import { feed as exceptions } from '../../../../pipeline/publishers/registers/gleif-exceptions/feed.ts';
import { feed as leis } from '../../../../pipeline/publishers/registers/gleif-lei/feed.ts';
import { feed as relationships } from '../../../../pipeline/publishers/registers/gleif-rr/feed.ts';
import { fixturePath } from '../../../support/fixture-path.ts';

export const gleif = { 'gleif-lei': leis, 'gleif-rr': relationships, 'gleif-exceptions': exceptions } as const;
export type GleifFeed = keyof typeof gleif;

export const fixture = (feed: GleifFeed, name: string): Buffer => readFileSync(fixturePath(feed, name));

/** Bytes in pieces of this size, as a disk returns them. */
export const inPieces = (bytes: Buffer | string, size = 64 * 1024): OpenFile =>
  async function* () {
    const buffer = Buffer.from(bytes);
    for (let at = 0; at < buffer.length; at += size) yield buffer.subarray(at, at + size);
  };

export async function reduced(
  feed: GleifFeed,
  open: OpenFile,
  wanted: RecordSelection = { kind: 'all' },
): Promise<Buffer> {
  const { reduce } = gleif[feed];
  if (reduce === undefined) throw new Error(`${feed} is not reduced`);
  return reduce(open, wanted);
}

/** Parses a file of a feed. */
export async function read(
  feed: GleifFeed,
  bytes: Buffer | string,
  wanted: RecordSelection = { kind: 'all' },
  size?: number,
): Promise<ParseResult<ParsedRow>> {
  return gleif[feed].parse([{ name: 'file', bytes: await reduced(feed, inPieces(bytes, size), wanted) }]);
}

/** Like `read`, for a valid file. */
export async function accepted(
  ...given: Parameters<typeof read>
): Promise<Extract<ParseResult<ParsedRow>, { ok: true }>> {
  const parsed = await read(...given);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
}

export async function rowsOf(
  feed: GleifFeed,
  bytes: Buffer | string,
  wanted?: RecordSelection,
): Promise<readonly ParsedRow['columns'][]> {
  const { rows } = await accepted(feed, bytes, wanted);
  return rows.map(({ columns }) => columns);
}

export async function reasonOf(feed: GleifFeed, bytes: Buffer | string, wanted?: RecordSelection): Promise<string> {
  const parsed = await read(feed, bytes, wanted);
  return parsed.ok ? 'accepted' : parsed.reason;
}

/** A level 1 file of these records. */
export const leiXml = (records: string, header = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016"><lei:LEIHeader>${header}</lei:LEIHeader><lei:LEIRecords>${records}</lei:LEIRecords></lei:LEIData>`;

/** A level 1 record; `more` are further elements of the entity. */
export const leiRecord = (lei: string, more = '', registration = 'ISSUED'): string =>
  `<lei:LEIRecord><lei:LEI>${lei}</lei:LEI><lei:Entity><lei:LegalName>Name of ${lei}</lei:LegalName>${more}<lei:EntityStatus>ACTIVE</lei:EntityStatus></lei:Entity><lei:Registration><lei:LastUpdateDate>2026-01-01T00:00:00Z</lei:LastUpdateDate><lei:RegistrationStatus>${registration}</lei:RegistrationStatus></lei:Registration></lei:LEIRecord>`;

export const rrXml = (records: string): string =>
  `<rr:RelationshipData xmlns:rr="http://www.gleif.org/data/schema/rr/2016"><rr:Header/><rr:RelationshipRecords>${records}</rr:RelationshipRecords></rr:RelationshipData>`;

export const relationship = (
  start: string,
  end: string,
  more: { readonly status?: string; readonly type?: string; readonly after?: string } = {},
): string =>
  `<rr:RelationshipRecord><rr:Relationship><rr:StartNode><rr:NodeID>${start}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:StartNode><rr:EndNode><rr:NodeID>${end}</rr:NodeID><rr:NodeIDType>LEI</rr:NodeIDType></rr:EndNode><rr:RelationshipType>${more.type ?? 'IS_DIRECTLY_CONSOLIDATED_BY'}</rr:RelationshipType><rr:RelationshipStatus>${more.status ?? 'ACTIVE'}</rr:RelationshipStatus></rr:Relationship>${more.after ?? ''}</rr:RelationshipRecord>`;

/** A text of twenty characters, the length of an LEI. */
export const leiLike = (text: string): string => text.padEnd(20, '0');
