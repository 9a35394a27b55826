import type {
  CapturedArtifact,
  FeedCapture,
  FeedRun,
  RegisterRow,
  SanctionsEntry,
} from '../../schemas/generated/records.ts';
import type { Input, KeyedState, RestoreSource } from '../runtime/processor.ts';
import type { ChainTable } from './chain/chain-feed.ts';
import { type Cassettes, restoreChains } from './chain/restore-chains.ts';
import type { Feed } from './feed.ts';
import { type AcceptedRun, type EntryState, feedState, type RowState } from './feed-state.ts';
import type { IngestContext } from './ingest.ts';

type Capture = Input<'feed.captures'>;

/**
 * A run, and the offset of the capture that caused it. `isOwn` is false for a run that read the last accepted snapshot
 * again.
 */
interface CausedRun {
  readonly run: FeedRun;
  readonly cause: number;
  readonly isOwn: boolean;
  readonly wanted: readonly string[];
}

/** Rank of a run in the order of runs, and the files that it read. */
interface RunPlace {
  readonly rank: number;
  readonly artifacts: readonly CapturedArtifact[];
}

/**
 * Restores the state of a partition's feeds from the captures and the processor's own outputs: the last record of each
 * row and entry, and the runs. It parses no earlier file. Rows are ordered by the run that wrote them, not by offset,
 * because a fenced (zombie) owner may have written late. Returns the offset from which the fold continues. The last run
 * may be incomplete: unless it is known to be complete, its capture is folded again.
 */
export const restoreFeeds =
  ({ feeds, chains = new Map<string, never>() }: IngestContext) =>
  async ({ until, state, records }: RestoreSource): Promise<number> => {
    const captures = new Map<string, Capture[]>();
    for await (const capture of records('feed.captures')) {
      const { feed } = capture.value;
      const known = captures.get(feed);
      if (known === undefined) captures.set(feed, [capture]);
      else known.push(capture);
    }
    if (captures.size === 0) return until;
    const runs = new Map<string, CausedRun>();
    for await (const run of records('feed.runs')) {
      const caused = causedRun(run, captures.get(run.value.feed) ?? []);
      if (caused !== null) runs.set(`${caused.cause} ${caused.run.runId}`, caused);
    }
    const inOrder = [...runs.values()].sort((a, b) => a.cause - b.cause || Number(a.isOwn) - Number(b.isOwn));
    const next = Math.max(until, inOrder.at(-1)?.cause ?? 0);
    const complete = inOrder.filter(({ cause }) => cause < next);
    const cassettes = cassettesOf(chains, captures, complete);
    if (cassettes.size > 0)
      await restoreChains(
        state,
        chains,
        cassettes,
        records('observations', () => true),
      );
    const places = acceptRuns(
      state,
      captures,
      complete.filter(({ run }) => !chains.has(run.feed)),
    );
    if (places.size === 0) return next;
    const isLast = lastOfEach(places);
    const mayHave = (kind: Feed['kind']): boolean =>
      [...captures.keys()].some((feed) => !chains.has(feed) && (feeds.get(feed)?.kind ?? kind) === kind);
    // Rows are spread over all partitions. Their keys begin with their feed.
    const isOfFeed = (key: string): boolean => captures.has(key.slice(0, key.indexOf(':')));
    for await (const { value } of mayHave('register') ? records('register.rows', isOfFeed) : []) {
      if (!isLast(`${value.register} ${value.rowId}`, value.runId)) continue;
      feedState(state, value.register).putRow(value.rowId, value.status === 'removed' ? null : rowState(value));
    }
    for await (const { value } of mayHave('sanctions') ? records('sanctions.entries', isOfFeed) : []) {
      if (!isLast(`${value.list} ${value.entryId}`, value.runId)) continue;
      const artifacts = places.get(value.runId)?.artifacts ?? [];
      const entry = value.status === 'removed' ? null : entryState(feeds.get(value.list), value, artifacts);
      feedState(state, value.list).putEntry(value.entryId, entry);
    }
    return next;
  };

/** Finds the capture that caused a run. Both have the same record time, but several captures of a feed may share it. */
function causedRun({ value: run, timestamp }: Input<'feed.runs'>, captures: readonly Capture[]): CausedRun | null {
  const atThatTime = captures.filter((capture) => capture.timestamp === timestamp);
  const own = atThatTime.find(({ value }) => value.captureId === run.captureId);
  const cause = own ?? atThatTime[0];
  if (cause === undefined) return null;
  return { run, cause: cause.offset, isOwn: own !== undefined, wanted: cause.value.wanted };
}

/** Stores the last accepted run of each feed; returns the rank of each run that wrote rows. */
function acceptRuns(
  state: KeyedState,
  captures: ReadonlyMap<string, readonly Capture[]>,
  runs: readonly CausedRun[],
): ReadonlyMap<string, RunPlace> {
  const places = new Map<string, RunPlace>();
  const accepted = new Map<string, AcceptedRun>();
  for (const [rank, { run, isOwn, wanted }] of runs.entries()) {
    const { feed, captureId, asOf, rows, parserVersion, status } = run;
    const last = accepted.get(feed);
    const artifacts = artifactsOf(captures.get(feed) ?? [], captureId);
    if (status !== 'rejected') places.set(run.runId, { rank, artifacts });
    if (status === 'accepted' && isOwn) {
      accepted.set(feed, { captureId, asOf, seenAsOf: asOf, rows, parserVersion, artifacts, restored: { wanted } });
    } else if (status === 'accepted' && last !== undefined) {
      accepted.set(feed, { ...last, rows, parserVersion });
    } else if (status === 'unchanged' && last !== undefined) {
      accepted.set(feed, { ...last, seenAsOf: asOf });
    }
  }
  for (const [feed, run] of accepted) feedState(state, feed).accept(run);
  return places;
}

function cassettesOf(
  chains: ChainTable,
  captures: ReadonlyMap<string, readonly Capture[]>,
  runs: readonly CausedRun[],
): Cassettes {
  const cassettes = new Map<string, { readonly rank: number; readonly feed: string }>();
  for (const [rank, { run }] of runs.entries()) {
    if (run.status !== 'accepted' || !chains.has(run.feed)) continue;
    for (const { sha256 } of artifactsOf(captures.get(run.feed) ?? [], run.captureId)) {
      if (!cassettes.has(sha256)) cassettes.set(sha256, { rank, feed: run.feed });
    }
  }
  return cassettes;
}

const artifactsOf = (captures: readonly Capture[], captureId: FeedCapture['captureId']): readonly CapturedArtifact[] =>
  captures.find(({ value }) => value.captureId === captureId)?.value.artifacts ?? [];

/** Returns a function that checks whether a record is the newest of its key so far, by the order of runs. */
function lastOfEach(places: ReadonlyMap<string, RunPlace>): (key: string, runId: string) => boolean {
  const last = new Map<string, number>();
  return (key, runId) => {
    const place = places.get(runId);
    if (place === undefined || place.rank < (last.get(key) ?? 0)) return false;
    last.set(key, place.rank);
    return true;
  };
}

const rowState = (row: RegisterRow): RowState => ({
  columns: row.columns,
  status: row.status,
  firstSeenAt: row.firstSeenAt,
  inFirstSnapshot: row.inFirstSnapshot,
  missingSince: row.missingSince,
  successorRowIds: row.successorRowIds,
});

function entryState(feed: Feed | undefined, entry: SanctionsEntry, artifacts: readonly CapturedArtifact[]): EntryState {
  const file = artifacts.find(({ sha256 }) => sha256 === entry.artifactId)?.name ?? '';
  return {
    entityType: entry.entityType,
    names: entry.names,
    wallets: entry.wallets,
    identifiers: entry.identifiers,
    countries: entry.countries,
    programs: entry.programs,
    dates: entry.dates,
    listedOn: entry.listedOn,
    relations: entry.relations,
    firstSeenAt: entry.firstSeenAt,
    inFirstSnapshot: entry.inFirstSnapshot,
    part: feed?.partOf?.(file) ?? '',
  };
}
