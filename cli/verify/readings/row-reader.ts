import type { ParsedRow, RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import { factsReader } from '../../../pipeline/ingest/rows/row-facts.ts';
import { keyedRowIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { attributeRules } from '../../../pipeline/screening/attribute.ts';
import type { Candidate } from '../../../pipeline/screening/join-rules.ts';
import type { Observation, OpenMatch, RegisterRow, Subject } from '../../../schemas/generated/records.ts';
import type { Around } from './around.ts';
import type { ParsedFiles } from './feed-files.ts';
import type { RowHistory } from './row-history.ts';

/** The rules of the join of registers with assets. */
export const rules = attributeRules(feeds);

/** What a row of parsed files is read with. */
export interface RowReader {
  readonly around: Around;
  readonly feed: RegisterFeed;
  readonly parsed: ParsedFiles;
  readonly history: RowHistory;
  readonly artifactOf: (row: ParsedRow) => string;
}

/** Hash of the file that a row is of. */
export const artifactOf =
  ({ snapshot }: ParsedFiles) =>
  ({ file }: ParsedRow): string =>
    (snapshot.files.find(({ name }) => name === file) ?? snapshot.files[0])?.sha256 ?? '';

/** The row as the join reads it, with what only the history of the register states. */
export function recordOf({ around, feed, history }: RowReader, { columns }: ParsedRow): RegisterRow {
  const { lei, dtis, ffgs } = factsReader(feed)(columns);
  const { status, firstSeenAt, asOf, successorRowIds } = history.listed;
  const { artifactId, sourceHash, subjectKey } = around.observation;
  return {
    register: feed.manifest.id,
    rowId: subjectKey,
    event: 'added',
    status,
    columns,
    lei,
    dtis,
    ffgs,
    firstSeenAt,
    inFirstSnapshot: false,
    missingSince: null,
    successorRowIds,
    asOf,
    runId: '',
    artifactId: artifactId ?? '',
    sourceHash: sourceHash ?? '',
  };
}

/** The match of a row with the subjects, as it is stated: `news` is decided once, by files that are not here. */
export function candidateOf(reader: RowReader, row: ParsedRow, subjects: readonly Subject[]): Candidate | undefined {
  const { listed, listedText } = reader.history;
  const open: OpenMatch = {
    assetId: reader.around.observation.assetId,
    subjectKey: listed.subjectKey,
    eventTime: 0,
    sinceObservationId: listed.sinceObservationId,
    emitted: { listed: listedText },
  };
  return rules
    .matcher(recordOf(reader, row))(subjects, [open])
    .find(({ subject: { key, sinceObservationId, since } }) => {
      const isNews = !listed.news || listed.firstSeenAt >= since;
      return key === listed.subjectKey && sinceObservationId === listed.sinceObservationId && isNews;
    });
}

/** A register that publishes keys names its rows by them. */
export const hasKey = (feed: RegisterFeed, { columns }: ParsedRow, { subjectKey }: Observation): boolean =>
  feed.key === undefined ||
  subjectKey ===
    keyedRowIdOf(
      feed.manifest.id,
      feed.key.map((name) => columns[name] ?? ''),
    );
