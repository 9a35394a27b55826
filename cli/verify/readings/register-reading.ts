import type { ParsedRow, RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import { factsReader } from '../../../pipeline/ingest/rows/row-facts.ts';
import { keyedRowIdOf } from '../../../pipeline/ingest/snapshot-ids.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { attributeRules } from '../../../pipeline/screening/attribute.ts';
import type { Candidate } from '../../../pipeline/screening/join-rules.ts';
import type { ColumnMeaning, RegisterListedValue } from '../../../schemas/facts.ts';
import type { Observation, OpenMatch, RegisterRow, Subject } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Around } from './around.ts';
import type { ParsedFiles } from './feed-files.ts';
import { broken, given, notProved, type ReadAgain } from './outcome.ts';
import { type RowHistory, rowHistoryAt } from './row-history.ts';

const rules = attributeRules(feeds);

/**
 * Searches the row of a register's observation in the parsed files, with the rules of the join that stated it: all cells that
 * are stated of the row at that time must be those of one row, so that no cell can be exchanged for that of another.
 */
export function readRowAgain(around: Around, parsed: ParsedFiles): ReadAgain {
  const feed = parsed.feed as RegisterFeed;
  const history = rowHistoryAt(around, feed);
  if (history === null) return broken('nothing states that the register lists the row');
  if (around.observation.sourceUrl !== (feed.manifest.files[0]?.url ?? null))
    return broken('the source is published elsewhere');
  const rows = (parsed.rows as readonly ParsedRow[]).filter((row) => row.isDeleted !== true);
  const reader: RowReader = { around, feed, parsed, history, artifactOf: artifactOf(parsed) };
  if (history.listed.nowNames !== undefined) return departed(reader, rows);
  if (isAbsent(history.listed)) return absent(reader, rows);
  return rows.some((row) => isRowOf(reader, row))
    ? given('the file, parsed again, has a row that gives this value')
    : broken('the file, parsed again, has no row that gives this value');
}

interface RowReader {
  readonly around: Around;
  readonly feed: RegisterFeed;
  readonly parsed: ParsedFiles;
  readonly history: RowHistory;
  readonly artifactOf: (row: ParsedRow) => string;
}

const artifactOf =
  ({ snapshot }: ParsedFiles) =>
  ({ file }: ParsedRow): string =>
    (snapshot.files.find(({ name }) => name === file) ?? snapshot.files[0])?.sha256 ?? '';

/** A held row without successors is a candidate, which the file has. */
const isAbsent = ({ status, successorRowIds }: RegisterListedValue): boolean =>
  status === 'missing' || status === 'removed' || (status === 'held' && successorRowIds.length > 0);

/** The row as the join reads it, with what only the history of the register states. */
function recordOf({ around, feed, history }: RowReader, { columns }: ParsedRow): RegisterRow {
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
function candidateOf(reader: RowReader, row: ParsedRow, subjects: readonly Subject[]): Candidate | undefined {
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

/** Whether a row of the file gives all that is stated of the row. */
function isRowOf(reader: RowReader, row: ParsedRow): boolean {
  const { around, feed, history } = reader;
  const { observation } = around;
  if (!hasKey(feed, row, observation) || reader.artifactOf(row) !== observation.artifactId) return false;
  return around.subjects().some((subjects) => {
    const readings = candidateOf(reader, row, subjects)?.readings;
    return readings?.every(({ field, value, quote }) => {
      const cell = history.fields.get(field);
      if (cell === undefined) return !history.isWhole;
      return (cell.value ?? 'null') === canonicalJson(value) && (!cell.isNow || cell.quote === quote);
    });
  });
}

/** A register that publishes keys names its rows by them. */
const hasKey = (feed: RegisterFeed, { columns }: ParsedRow, { subjectKey }: Observation): boolean =>
  feed.key === undefined ||
  subjectKey ===
    keyedRowIdOf(
      feed.manifest.id,
      feed.key.map((name) => columns[name] ?? ''),
    );

/** A row that the file has, and that is no longer about the asset. */
function departed(reader: RowReader, rows: readonly ParsedRow[]): ReadAgain {
  const { around, feed, history } = reader;
  const { observation } = around;
  if (observation.field !== 'listed') return notProved('the row is no longer about the asset');
  const gives = rows.some(
    (row) =>
      hasKey(feed, row, observation) &&
      reader.artifactOf(row) === observation.artifactId &&
      around.subjects().some((subjects) => candidateOf(reader, row, subjects) === undefined) &&
      isClosing(reader, recordOf(reader, row), history),
  );
  return gives
    ? given('the file, parsed again, has a row that names this, and nothing of the asset')
    : broken('the file, parsed again, has no row that names this');
}

/** Whether the end of a match repeats what was stated last of the row. */
function isClosing({ around: { observation } }: RowReader, row: RegisterRow, { listedBefore }: RowHistory): boolean {
  if (listedBefore === null) return false;
  const open: OpenMatch = {
    assetId: observation.assetId,
    subjectKey: '',
    sinceObservationId: '',
    eventTime: 0,
    emitted: { listed: listedBefore },
  };
  return rules
    .closing(row, open)
    .some(({ value, quote }) => canonicalJson(value) === observation.value && quote === observation.quote);
}

/** A row that the file lacks, and that was stated before. */
function absent(reader: RowReader, rows: readonly ParsedRow[]): ReadAgain {
  const { around, feed, history, parsed } = reader;
  const { observation } = around;
  if (observation.field !== 'listed') return notProved('the file lacks the row, and an earlier one gave the value');
  if (!parsed.snapshot.files.some(({ sha256 }) => sha256 === observation.artifactId)) return broken('no such file');
  if (!isSaidAgain(reader)) return broken('it is not what was stated of the row before');
  if (feed.key !== undefined) {
    return rows.some((row) => hasKey(feed, row, observation))
      ? broken('the file, parsed again, has the row')
      : given('the file, parsed again, lacks the row');
  }
  const [subjects = []] = around.subjects();
  const ofAsset = rows.flatMap((row): readonly Cells[] => {
    const readings = candidateOf(reader, row, subjects)?.readings;
    return readings === undefined ? [] : [new Map(readings.map((one) => [one.field, canonicalJson(one.value)]))];
  });
  if (ofAsset.some((cells) => hasCells(cells, history.fields))) return broken('the file, parsed again, has the row');
  const others = otherRows(around);
  const unknown = ofAsset.filter((cells) => !others.some((other) => hasCells(cells, other)));
  return history.listed.status !== 'held' && unknown.some((cells) => isSameToken(feed, cells, history.fields))
    ? notProved('the file, parsed again, has a row of the same token that may be this one')
    : given('the file, parsed again, lacks the row');
}

/** Cells of a row by column, RFC 8785 text. */
type Cells = ReadonlyMap<string, string>;
type StatedCells = ReadonlyMap<string, { readonly value: string | null }>;

const hasCells = (cells: Cells, stated: StatedCells): boolean =>
  [...stated].every(([field, { value }]) => field === 'listed' || cells.get(field) === (value ?? 'null'));

/** Meanings of the columns by which `ingest` recognises a row that changed. */
const identifying: readonly ColumnMeaning[] = ['dti', 'ffg', 'white_paper_link'];

const isSameToken = ({ columns }: RegisterFeed, cells: Cells, stated: StatedCells): boolean =>
  columns.some(({ name, meaning }) => {
    const value = stated.get(name)?.value ?? null;
    return identifying.includes(meaning) && value !== null && cells.get(name) === value;
  });

/** Cells of the other rows of the register that are stated of the asset. */
function otherRows({ observation, before, after }: Around): readonly StatedCells[] {
  const rows = new Map<string, Map<string, { readonly value: string | null }>>();
  const now = after.filter(({ observedAt }) => observedAt === observation.observedAt);
  for (const { sourceKey, subjectKey, field, value } of [...before, ...now]) {
    if (sourceKey !== observation.sourceKey || subjectKey === observation.subjectKey) continue;
    const cells = rows.get(subjectKey) ?? new Map<string, { readonly value: string | null }>();
    rows.set(subjectKey, cells.set(field, { value }));
  }
  return [...rows.values()];
}

/** Whether the statement repeats the one before but for the state of the row, and the subject where that is another one. */
function isSaidAgain({ around, history }: RowReader): boolean {
  const { observation } = around;
  const { listed, listedBefore } = history;
  if (listedBefore === null || observation.quote !== null) return false;
  const last = JSON.parse(listedBefore) as RegisterListedValue;
  const { status, asOf, successorRowIds, subjectKey, sinceObservationId, matchedBy, roles, news } = listed;
  const isSubject = around
    .subjects()
    .some((subjects) =>
      subjects.some((one) => one.key === subjectKey && one.sinceObservationId === sinceObservationId),
    );
  const own = isSubject
    ? { subjectKey, sinceObservationId, matchedBy, news: last.news && news, ...(roles === undefined ? {} : { roles }) }
    : {};
  return canonicalJson({ ...last, status, asOf, successorRowIds, ...own }) === observation.value;
}
