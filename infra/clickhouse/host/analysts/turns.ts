import { endingAfter, type TurnLimits } from '../watch/turn-limits.ts';

/** What is to be done about a query. */
export type TurnAction =
  | { readonly do: 'start'; readonly query: number; readonly place: number }
  /** The engine is to end it. */
  | { readonly do: 'cancel'; readonly query: number }
  /** Its process is to be killed. */
  | { readonly do: 'kill'; readonly query: number }
  | { readonly do: 'refuse'; readonly query: number; readonly why: Refusal };

/** `gave way`: it gave way to shorter ones, and can no longer be ended within twice its limit. */
export type Refusal = 'full' | 'waited' | 'gave way';

/**
 * Decides which queries run in which of the places (processes), one at a time in each. A query that needs long keeps its place
 * unless others wait while only long ones run: then all but the first of these give way, and are asked again once no long one runs.
 * From its first start on, each is over within twice its limit. Holds no timer; times are the caller's, milliseconds, and must not
 * decrease. After each call, carry out the actions.
 */
export interface Turns {
  /** A further query, with the time that it may run. */
  readonly ask: (query: number, limitMs: number, nowMs: number) => readonly TurnAction[];
  /** A query that was started is over. */
  readonly ended: (query: number, isAnswered: boolean, nowMs: number) => readonly TurnAction[];
  /** Whether a query that runs gives way: unless it is answered, it waits for its next turn. */
  readonly givesWay: (query: number) => boolean;
  /** A query that waits is no longer wanted. */
  readonly forget: (query: number) => void;
  /** Call it at each tick, and whenever a place has opened. */
  readonly advance: (nowMs: number) => readonly TurnAction[];
}

interface QueuedQuery {
  readonly query: number;
  readonly limitMs: number;
  readonly askedMs: number;
  /** When it was first started; null if it never was. */
  firstMs: number | null;
}

interface RunningQuery extends QueuedQuery {
  readonly place: number;
  readonly startedMs: number;
  /** Whether it is the long query that gives way to no other. */
  isKept: boolean;
  /** Why and since when it is being ended; null while it is not. */
  ending: { readonly why: 'time' | 'way'; readonly sinceMs: number } | null;
  isKilled: boolean;
}

/**
 * @param places their number
 * @param isOpen whether the process of a place is there, by its number from 0
 */
export function createTurns(limits: TurnLimits, places: number, isOpen: (place: number) => boolean): Turns {
  const { quickMs, wayMs, mostWaiting, longestWaitMs } = limits;
  const running = new Map<number, RunningQuery>();
  let waiting: QueuedQuery[] = [];
  /** Queries that gave way. */
  let again: QueuedQuery[] = [];

  const isLong = ({ startedMs, isKept }: RunningQuery, nowMs: number): boolean =>
    isKept || nowMs - startedMs >= quickMs;
  const longOnes = (nowMs: number): readonly RunningQuery[] =>
    [...running.values()].filter((one) => isLong(one, nowMs));

  const start = (asked: QueuedQuery, place: number, isKept: boolean, nowMs: number): TurnAction => {
    const firstMs = asked.firstMs ?? nowMs;
    const one = { ...asked, firstMs, place, startedMs: nowMs, isKept, ending: null, isKilled: false };
    running.set(asked.query, one);
    return { do: 'start', query: asked.query, place };
  };
  const next = (place: number, nowMs: number): TurnAction | null => {
    const long = longOnes(nowMs).length === 0 ? again.shift() : undefined;
    if (long !== undefined) return start(long, place, true, nowMs);
    const asked = waiting.shift();
    return asked === undefined ? null : start(asked, place, false, nowMs);
  };
  const starts = (nowMs: number): readonly TurnAction[] => {
    const taken = new Set([...running.values()].map(({ place }) => place));
    return Array.from({ length: places }, (_, place) => place)
      .filter((place) => !taken.has(place) && isOpen(place))
      .map((place) => next(place, nowMs))
      .filter((action) => action !== null);
  };

  /** Refuses the queries of which this holds. */
  const refuseOf = (
    of: readonly QueuedQuery[],
    why: Refusal,
    holds: (one: QueuedQuery) => boolean,
  ): readonly TurnAction[] => of.filter(holds).map(({ query }) => ({ do: 'refuse', query, why }));
  const waitedTooLong = (nowMs: number): readonly TurnAction[] => {
    const tooLong = ({ askedMs }: QueuedQuery): boolean => nowMs - askedMs >= longestWaitMs;
    const tooLate = ({ limitMs, firstMs }: QueuedQuery): boolean =>
      nowMs + endingAfter(limitMs).killMs > (firstMs ?? nowMs) + 2 * limitMs;
    const refused = [...refuseOf(waiting, 'waited', tooLong), ...refuseOf(again, 'gave way', tooLate)];
    waiting = waiting.filter((one) => !tooLong(one));
    again = again.filter((one) => !tooLate(one));
    return refused;
  };

  const end = (one: RunningQuery, why: 'time' | 'way', nowMs: number): TurnAction => {
    one.ending = { why, sinceMs: nowMs };
    return { do: 'cancel', query: one.query };
  };
  const overdue = (one: RunningQuery, nowMs: number): readonly TurnAction[] => {
    const { query, limitMs, startedMs, ending } = one;
    const { cancelMs, killMs } = endingAfter(limitMs);
    const ranMs = nowMs - startedMs;
    if (ending === null) return ranMs < cancelMs ? [] : [end(one, 'time', nowMs)];
    const isOver = ending.why === 'time' ? ranMs >= killMs : nowMs - ending.sinceMs >= wayMs;
    if (!isOver || one.isKilled) return [];
    one.isKilled = true;
    return [{ do: 'kill', query }];
  };
  /** When others wait and every place has a long query, all but one of these give way. */
  const gaveWay = (nowMs: number): readonly TurnAction[] => {
    const long = longOnes(nowMs);
    if (waiting.length === 0 || long.length < places || long.some(({ ending }) => ending !== null)) return [];
    const byAge = [...long].sort((a, b) => Number(b.isKept) - Number(a.isKept) || a.startedMs - b.startedMs);
    const [kept, ...others] = byAge;
    if (kept !== undefined) kept.isKept = true;
    return others.map((one) => end(one, 'way', nowMs));
  };

  return {
    ask: (query, limitMs, nowMs) => {
      if (waiting.length >= mostWaiting) return [{ do: 'refuse', query, why: 'full' }];
      waiting.push({ query, limitMs, askedMs: nowMs, firstMs: null });
      return [...waitedTooLong(nowMs), ...starts(nowMs)];
    },
    ended: (query, isAnswered, nowMs) => {
      const one = running.get(query);
      running.delete(query);
      if (one?.ending?.why === 'way' && !isAnswered) {
        again.push({ query, limitMs: one.limitMs, askedMs: one.askedMs, firstMs: one.firstMs });
      }
      return [...waitedTooLong(nowMs), ...starts(nowMs)];
    },
    givesWay: (query) => running.get(query)?.ending?.why === 'way',
    forget: (query) => {
      waiting = waiting.filter((one) => one.query !== query);
      again = again.filter((one) => one.query !== query);
    },
    advance: (nowMs) => [
      ...waitedTooLong(nowMs),
      ...[...running.values()].flatMap((one) => overdue(one, nowMs)),
      ...starts(nowMs),
      ...gaveWay(nowMs),
    ],
  };
}
