import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { Output } from '../runtime/processor.ts';
import { type ArtifactBytes, filesOf } from './artifact-bytes.ts';
import { type EmittingRun, emitEntries, emitRows } from './emit-rows.ts';
import type { Feed, ParsedEntry, ParsedRow, RegisterFeed, SanctionsFeed } from './feed.ts';
import { type AcceptedRun, type FeedState, wantedOf } from './feed-state.ts';
import { withGoodCells } from './rows/good-cells.ts';
import { planKeyedAgain } from './rows/keyed-run.ts';
import { pair } from './rows/pairing.ts';
import { partOfEntry } from './read-snapshot.ts';
import { planRegisterRun } from './rows/register-run.ts';
import { factsReader } from './rows/row-facts.ts';
import type { RowChange } from './rows/row-lifecycle.ts';
import { runRecord } from './run-record.ts';
import { planSanctionsRun } from './rows/sanctions-run.ts';
import { runIdOf } from './snapshot-ids.ts';

export interface ReadAgain {
  readonly outputs: readonly Output[];
  /** Why the last accepted snapshot cannot be read again, so that no capture can be compared with it; null when it can. */
  readonly refusal: string | null;
}

/** Whether the files of the last accepted run must be read again before the next capture. */
export const isReadAgain = (feed: Feed, { parserVersion, restored }: AcceptedRun): boolean =>
  parserVersion !== feed.manifest.parserVersion || restored !== undefined;

/**
 * Reads the artifacts of the last accepted run again. After a change of the parser, emits the rows that the new parser
 * reads differently as editorial changes, at their old as-of: the parser changed, not the source. Rows that only the
 * new parser finds count as part of the first snapshot. After a restore of the state, emits nothing: it only takes the
 * date of the content and its extent, which the records lack, from the files.
 */
export function readAgain(feed: Feed, state: FeedState, bytes: ArtifactBytes, at: number): ReadAgain {
  const accepted = state.accepted();
  const { parserVersion } = feed.manifest;
  if (accepted === undefined || !isReadAgain(feed, accepted)) return { outputs: [], refusal: null };
  const { restored: _, ...last } = accepted;
  const wanted = wantedOf(state);
  const parsed = feed.parse(filesOf(feed, { artifacts: last.artifacts, wanted }, bytes));
  if (!parsed.ok) {
    const reason = `The last accepted snapshot cannot be read by parser ${parserVersion}: ${parsed.reason}`;
    return { outputs: [runRecord(feed, last, at, { status: 'rejected', reason })], refusal: reason };
  }
  const run = { runId: runIdOf(last.captureId, parserVersion, 'accepted'), asOf: last.asOf, artifacts: last.artifacts };
  if (parsed.extent !== undefined) state.cover({ wanted, ...parsed.extent });
  if (last.parserVersion === parserVersion) {
    state.accept({ ...last, published: parsed.published ?? null });
    return { outputs: [], refusal: null };
  }
  const outputs =
    feed.kind === 'register'
      ? rowsAgain(feed, state, last, run, withGoodCells(feed, state.rows(), parsed.rows as readonly ParsedRow[]).rows)
      : entriesAgain(feed, state, run, parsed.rows as readonly ParsedEntry[]);
  state.accept({ ...last, rows: parsed.rows.length, published: parsed.published ?? null, parserVersion });
  const alarm = `Read again with parser ${parserVersion} instead of ${last.parserVersion}.`;
  const counts = { rows: parsed.rows.length, editorial: outputs.length };
  const record = runRecord(feed, last, at, { status: 'accepted', ...counts, alarms: [alarm, ...parsed.alarms] });
  return { outputs: [...outputs, record], refusal: null };
}

function rowsAgain(
  feed: RegisterFeed,
  state: FeedState,
  last: AcceptedRun,
  run: EmittingRun,
  parsed: readonly ParsedRow[],
): readonly Output[] {
  if (feed.key !== undefined) {
    const again = { captureId: last.captureId, asOf: last.asOf, first: true };
    return emitRows(feed, state, run, planKeyedAgain(feed, state.rows(), parsed, again));
  }
  const factsOf = factsReader(feed);
  const present = state
    .rows()
    .filter((row) => row.state.missingSince === null)
    .map((row) => ({ ...factsOf(row.state.columns), ...row }));
  const incoming = parsed.map((row) => ({ ...factsOf(row.columns), row }));
  const pairing = pair(present, incoming);
  const kept = pairing.pairs.flatMap(({ before, after }): readonly RowChange[] => {
    if (canonicalJson(before.columns) === canonicalJson(after.columns)) return [];
    const row = { ...before.state, columns: after.columns };
    return [{ rowId: before.id, event: 'editorial', row, facts: after, file: after.row.file ?? null, fields: {} }];
  });
  const unseen = [...pairing.removed, ...pairing.held.flatMap((group) => group.before)].map((before): RowChange => {
    const row = { ...before.state, status: 'removed', missingSince: last.asOf, successorRowIds: [] };
    return { rowId: before.id, event: 'editorial', row, facts: before, file: null, fields: {} };
  });
  const fresh = [...pairing.added, ...pairing.held.flatMap((group) => group.after)].map(({ row }) => row);
  const baseline = { captureId: last.captureId, asOf: last.asOf, first: true };
  const added = planRegisterRun(feed, [], fresh, baseline).changes.map(
    (change): RowChange => ({ ...change, event: 'editorial' }),
  );
  return emitRows(feed, state, run, [...kept, ...unseen, ...added]);
}

function entriesAgain(
  feed: SanctionsFeed,
  state: FeedState,
  run: EmittingRun,
  parsed: readonly ParsedEntry[],
): readonly Output[] {
  const partOf = partOfEntry(feed, run.artifacts);
  const plan = planSanctionsRun(state.entries(), parsed, { asOf: run.asOf, first: true, partOf });
  return emitEntries(feed, state, run, plan.changes);
}
