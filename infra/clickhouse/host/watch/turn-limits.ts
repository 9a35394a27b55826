import { analystLimits } from '../../http-endpoint/settings.ts';

/** How the queries of analysts share their processes. */
export interface TurnLimits {
  /** Longest time of a query, milliseconds. Its own `max_execution_time` may lower it. */
  readonly longestMs: number;
  /** A query that ran for longer is a long one, milliseconds: when only long ones run, others need not wait for them. */
  readonly quickMs: number;
  /** Time that a query may still run after it was asked to give way, before its process is ended, milliseconds. */
  readonly wayMs: number;
  /** Queries that may wait; a further one is refused. */
  readonly mostWaiting: number;
  /** Longest wait of a query before it is refused, milliseconds. */
  readonly longestWaitMs: number;
}

export const defaultTurnLimits: TurnLimits = {
  longestMs: analystLimits.max_execution_time * 1_000,
  quickMs: 1_000,
  wayMs: 500,
  mostWaiting: 16,
  longestWaitMs: 30_000,
};

/** When a query that runs beyond its limit is ended, milliseconds from its start: by the engine, then with its process. */
interface QueryDeadlines {
  readonly cancelMs: number;
  readonly killMs: number;
}

/**
 * The engine's own limit comes first and has the better message. What it does not end, such as a constant that it computes before
 * the query runs, is over before twice the limit.
 */
export const endingAfter = (limitMs: number): QueryDeadlines => {
  const cancelMs = limitMs + Math.min(limitMs / 6, 1_000);
  return { cancelMs, killMs: cancelMs + Math.min(limitMs / 3, 2_000) };
};

/** The limit that a query's settings give it, milliseconds. The engine takes fractions and zero for none. */
export const limitOf = (settings: Readonly<Record<string, string>>, { longestMs }: TurnLimits): number => {
  const seconds = Number(settings['max_execution_time']);
  return seconds >= 1 ? Math.min(seconds * 1_000, longestMs) : longestMs;
};
