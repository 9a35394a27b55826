import type {
  CapturedArtifact,
  FeedCapture,
  FeedRun,
  RegisterRow,
  SanctionsEntry,
} from '../../schemas/generated/records.ts';
import type { Input, KeyedState, Restoring } from '../runtime/processor.ts';
import type { Feed } from './feed.ts';
import { type AcceptedRun, type EntryState, feedState, type RowState } from './feed-state.ts';
import type { IngestContext } from './ingest.ts';

type Capture = Input<'feed.captures'>;

/** A run, and the capture that caused it: its own, or the one before which the last accepted snapshot was read again. */
interface CausedRun {
  readonly run: FeedRun;
  readonly cause: number;
  readonly isOwn: boolean;
  readonly wanted: readonly string[];
}

/** Of a run that counts: its place in the order of runs, and the files it read. */
interface RunPlace {
  readonly rank: number;
  readonly artifacts: readonly CapturedArtifact[];
}

/**
 * Makes the state of a partition's feeds from the captures and what was made of them: the last record of each row and entry,
 * and the runs. No earlier file is parsed for it. Rows are ordered by the runs that wrote them, not by the log: what a host
 * wrote late that no longer had the partition is older. The last run found may be there in part only: unless it is known to
 * be done, its capture is folded again.
 */
export const restoreFeeds =
  ({ feeds }: IngestContext) =>
  async ({ until, state, records }: Restoring): Promise<number> => {
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
    const places = acceptRuns(
      state,
      captures,
      inOrder.filter(({ cause }) => cause < next),
    );
    if (places.size === 0) return next;
    const isLast = lastOfEach(places);
    const mayHave = (kind: Feed['kind']): boolean =>
      [...captures.keys()].some((feed) => (feeds.get(feed)?.kind ?? kind) === kind);
    // Rows are spread over all partitions, by keys that begin with their feed.
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

/** A run has the record time of its cause. Several captures of a feed may have the same. */
function causedRun({ value: run, timestamp }: Input<'feed.runs'>, captures: readonly Capture[]): CausedRun | null {
  const atThatTime = captures.filter((capture) => capture.timestamp === timestamp);
  const own = atThatTime.find(({ value }) => value.captureId === run.captureId);
  const cause = own ?? atThatTime[0];
  if (cause === undefined) return null;
  return { run, cause: cause.offset, isOwn: own !== undefined, wanted: cause.value.wanted };
}

/** Stores what is the last accepted run of each feed; returns where in the order each run that wrote rows is. */
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

const artifactsOf = (captures: readonly Capture[], captureId: FeedCapture['captureId']): readonly CapturedArtifact[] =>
  captures.find(({ value }) => value.captureId === captureId)?.value.artifacts ?? [];

/** Whether a record of a key is the last so far, by the order of runs. */
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
