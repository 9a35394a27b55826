import { absent } from './absent-row.ts';
import { artifactOf, candidateOf, hasKey, recordOf, type RowReader, rules } from './row-reader.ts';
import type { ParsedRow, RegisterFeed } from '../../../pipeline/ingest/feed.ts';
import type { RegisterListedValue } from '../../../schemas/facts.ts';
import type { OpenMatch, RegisterRow } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Around } from './around.ts';
import type { ParsedFiles } from './feed-files.ts';
import { broken, given, notProved, type ReadAgain } from './outcome.ts';
import { type RowHistory, rowHistoryAt } from './row-history.ts';

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

/** A held row without successors is a candidate, which the file has. */
const isAbsent = ({ status, successorRowIds }: RegisterListedValue): boolean =>
  status === 'missing' || status === 'removed' || (status === 'held' && successorRowIds.length > 0);

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
