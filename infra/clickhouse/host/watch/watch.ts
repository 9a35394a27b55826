import type { HostLimits } from './limits.ts';
import type { Pulse, RunningQuery } from '../wire/messages.ts';
import { tickTime } from './tick-time.ts';

/** What is to be done about a host. */
export type WatchAction =
  | { readonly do: 'pulse' }
  | { readonly do: 'cancel'; readonly query: RunningQuery }
  | { readonly do: 'kill'; readonly reason: 'pulse' | 'time' | 'memory' };

/** Watches the pulse, the memory and the queries of one host. Holds no timer. */
export interface Watch {
  /** Call it each `tickMs`, with a monotonic time and the resident size of the host, null when unknown. */
  readonly tick: (nowMs: number, residentBytes: number | null) => readonly WatchAction[];
  /** Reports the answer to the pulse. */
  readonly answered: (pulse: Pulse) => void;
}

interface WatchedQuery {
  readonly query: RunningQuery;
  /** Time in ticks since it was first seen. */
  ranMs: number;
  cancelledAtMs: number | null;
}

export function createWatch(limits: HostLimits): Watch {
  let lastTick: number | null = null;
  /** Sum of the ticks. */
  let elapsedMs = 0;
  let pulseAtMs = 0;
  let isAwaited = false;
  let reportedBytes: number | null = null;
  let queries: readonly WatchedQuery[] = [];

  const overdue = (watched: WatchedQuery): readonly WatchAction[] => {
    const { query, ranMs, cancelledAtMs } = watched;
    // The turns of analysts limit each of their queries (`turns.ts`).
    if (query.lane === 'analyst' || ranMs < limits.queryMs[query.lane]) return [];
    if (cancelledAtMs === null) {
      watched.cancelledAtMs = ranMs;
      return [{ do: 'cancel', query }];
    }
    return ranMs - cancelledAtMs < limits.cancelledMs ? [] : [{ do: 'kill', reason: 'time' }];
  };

  return {
    tick: (nowMs, residentBytes) => {
      const tookMs = tickTime(limits.tickMs, nowMs - (lastTick ?? nowMs));
      lastTick = nowMs;
      if ((residentBytes ?? reportedBytes ?? 0) > limits.memoryBytes) return [{ do: 'kill', reason: 'memory' }];
      elapsedMs += tookMs;
      for (const watched of queries) watched.ranMs += tookMs;
      const sinceMs = elapsedMs - pulseAtMs;
      if (isAwaited && sinceMs >= limits.silentMs) return [{ do: 'kill', reason: 'pulse' }];
      const actions = queries.flatMap(overdue);
      if (isAwaited || sinceMs < limits.pulseMs) return actions;
      pulseAtMs = elapsedMs;
      isAwaited = true;
      return [...actions, { do: 'pulse' }];
    },
    answered: ({ running, residentBytes }) => {
      isAwaited = false;
      reportedBytes = residentBytes;
      const known = new Map(queries.map((watched) => [watched.query.request, watched]));
      queries = running.map((query) => known.get(query.request) ?? { query, ranMs: 0, cancelledAtMs: null });
    },
  };
}
