import type { ProcessorLag } from '../../../api/route/dependencies.ts';
import { type RowsPlot, rowsPlot } from '../../plots/rows.ts';
import type { StateProps } from '../../parts/state.tsx';
import { counted, dayOf } from '../../labels/dates.ts';
import { isOld, youngFor } from '../../../schemas/freshness.ts';
import { dayMs } from '../../../schemas/values/durations.ts';
import { copyText, type SourceName } from '../../labels/sources.ts';
import type { FeedRun } from './queries.ts';

/** A source in the list. */
export interface SourceRow {
  readonly feed: string;
  readonly label: string;
  readonly owner: string;
  readonly every: string;
  /** "old after 2 days". */
  readonly oldAfter: string;
  readonly state: StateProps;
  readonly newest: FeedRun | null;
  readonly plot: RowsPlot | null;
  readonly sentence: string;
}

/** How far processing is behind the log. */
export interface Behind {
  /** Unread records of the processor that has the most. */
  readonly records: number;
  /** Processors with unread records. */
  readonly processors: number;
}

export const behindOf = (lags: readonly ProcessorLag[]): Behind => ({
  records: Math.max(0, ...lags.map(({ lag }) => lag)),
  processors: lags.filter(({ lag }) => lag > 0).length,
});

export interface SourcesView {
  readonly rows: readonly SourceRow[];
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Null if they cannot be counted now. */
  readonly parked: number | null;
  /** Null if the log does not answer now. */
  readonly behind: Behind | null;
}

const small = { width: 150, height: 34, left: 0 } as const;
const large = { width: 1_000, height: 250, left: 34 } as const;

export function sourcesView(
  sources: readonly SourceName[],
  runs: ReadonlyMap<string, readonly FeedRun[]>,
  facts: { readonly parked: number | null; readonly behind: Behind | null; readonly now: number },
): SourcesView {
  const rows = sources.map((source) => sourceRow(source, runs.get(source.feed) ?? [], { now: facts.now, size: small }));
  const all = [...runs.values()].flat();
  const rejected = all.filter(isRejected).length;
  return {
    // Those that were read come first: the others have nothing to show.
    rows: [...rows.filter(({ newest }) => newest !== null), ...rows.filter(({ newest }) => newest === null)],
    read: rows.filter(({ newest }) => newest !== null).length,
    accepted: all.length - rejected,
    rejected,
    parked: facts.parked,
    behind: facts.behind,
  };
}

const isRejected = ({ status }: FeedRun): boolean => status === 'rejected';

/** @param runs newest first */
export function sourceRow(
  source: SourceName,
  runs: readonly FeedRun[],
  { now, size }: { readonly now: number; readonly size: typeof large | typeof small },
): SourceRow {
  const { feed, label, everyMs } = source;
  const owner = `${source.owner}${copyText(source)}`;
  const newest = runs.find((run) => !isRejected(run)) ?? null;
  const oldestFirst = [...runs].reverse();
  const plotted = oldestFirst.map((run) => ({
    at: run.asOf,
    rows: run.rows,
    rejected: isRejected(run),
    added: run.added,
    changed: run.changed,
    removed: run.removed,
  }));
  const first = oldestFirst.find((run) => !isRejected(run));
  const sentence =
    newest === null || first === undefined
      ? 'No file was accepted'
      : `Rows over ${counted(runs.length, 'file')}, from ${first.rows} on ${dayOf(first.asOf)} to ${newest.rows} on ${dayOf(newest.asOf)}`;
  return {
    feed,
    label,
    owner,
    every: everyText(everyMs),
    oldAfter: `old after ${counted(Math.round(youngFor.feed(source) / dayMs), 'day')}`,
    newest,
    sentence,
    state: stateOf(runs, newest !== null && isOld(newest.asOf, youngFor.feed(source), now)),
    plot: rowsPlot(plotted, size),
  };
}

function stateOf(runs: readonly FeedRun[], isLate: boolean): StateProps {
  const [last] = runs;
  if (last === undefined) return { tone: 'off', icon: 'clock', word: 'Never read' };
  if (isRejected(last)) return { tone: 'fail', icon: 'alert', word: 'Rejected' };
  if (isLate) return { tone: 'late', icon: 'clock', word: 'Read, old' };
  return { tone: 'good', icon: 'check', word: 'Read' };
}

function everyText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes === 0) return 'not fetched by itself';
  return minutes < 120 ? `every ${minutes} min` : `every ${Math.round(minutes / 60)} h`;
}

export const largePlot = large;
