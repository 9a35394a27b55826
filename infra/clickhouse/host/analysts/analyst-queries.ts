import { createDeferred, type DeferredPromise } from '../../../async/async.ts';
import { RetryableError } from '../../../errors.ts';
import type { ReadOnlySession, SessionOptions } from '../../tables.ts';
import { createCalls } from '../calls/calls.ts';
import type { Host } from '../child.ts';
import type { ClosableQueries } from '../calls/hosted-tables.ts';
import type { AnalystLimits } from '../watch/limits.ts';
import { withSessionOn } from '../calls/raw-session.ts';
import type { SupervisedHost } from '../watch/supervise.ts';
import { systemTicker, type Ticker, tickTime } from '../watch/tick-time.ts';
import { limitOf } from '../watch/turn-limits.ts';
import { createTurns, type Refusal, type TurnAction } from './turns.ts';

type AnalystQueries = ClosableQueries & {
  /** Queries cancelled so far: beyond their limit, or because they gave way. */
  readonly cancelled: () => number;
};

/** The connection of a query that runs. */
interface QueryConnection {
  readonly host: Host;
  readonly session: number;
}

const refusals: Readonly<Record<Refusal, (limits: AnalystLimits) => string>> = {
  full: ({ turns }) => `The tables are busy: ${turns.mostWaiting} queries wait already.`,
  waited: ({ turns }) => `The tables are busy: a query waited more than ${turns.longestWaitMs} ms.`,
  'gave way': () => 'The tables are busy: this query gave way to shorter ones and could not be ended in time again.',
};

/**
 * Connections for analysts. Their first query opens the hosts, one after the other; a query that ended its host is not asked again,
 * and one that gave way is.
 */
export function analystQueries(
  hosts: readonly SupervisedHost[],
  limits: AnalystLimits,
  ticker: Ticker = systemTicker,
): AnalystQueries {
  const calls = createCalls();
  const turns = createTurns(limits.turns, hosts.length, (place) => hosts[place]?.isOpen() === true);
  const waiting = new Map<number, DeferredPromise<number>>();
  const begun = new Map<number, QueryConnection>();
  let lastQuery = 0;
  let active = 0;
  let cancelled = 0;
  let open = 0;
  let isClosed = false;

  let elapsedMs = 0;
  let lastTick = 0;
  let stopTicks: (() => void) | null = null;

  const settle = (query: number): DeferredPromise<number> | undefined => {
    const place = waiting.get(query);
    waiting.delete(query);
    return place;
  };
  const carryOut = (action: TurnAction): void => {
    const one = begun.get(action.query);
    switch (action.do) {
      case 'start':
        settle(action.query)?.resolve(action.place);
        return;
      case 'refuse':
        settle(action.query)?.reject(new RetryableError(refusals[action.why](limits)));
        return;
      case 'cancel':
        cancelled += 1;
        one?.host.cancel(one.session);
        return;
      case 'kill':
        one?.host.kill('time');
    }
  };
  const advance = (): void => turns.advance(elapsedMs).forEach(carryOut);
  const tick = (): void => {
    const now = ticker.now();
    elapsedMs += tickTime(limits.tickMs, now - lastTick);
    lastTick = now;
    advance();
  };
  /** Ticks while there are queries. */
  const enter = (): void => {
    active += 1;
    if (stopTicks !== null) return;
    lastTick = ticker.now();
    stopTicks = ticker.start(tick, limits.tickMs);
  };
  const leave = (): void => {
    active -= 1;
    if (active > 0) return;
    stopTicks?.();
    stopTicks = null;
  };
  const rejectWaiting = (error: unknown): void => {
    for (const query of [...waiting.keys()]) settle(query)?.reject(error);
  };

  let opening: Promise<void> | null = null;
  /** Opens those that never were. The second one is opened behind the first, which the first query waits for. */
  const openHosts = async (): Promise<void> => {
    try {
      for (const host of hosts.slice(open)) {
        if (isClosed) return;
        await host.open();
        open += 1;
        host.onReopen(advance);
        advance();
      }
    } catch (error) {
      // With one of them open, queries go on; the next query tries to open the other one again.
      if (open === 0) rejectWaiting(error);
    }
    opening = null;
  };

  /** Resolves with the place of the next turn. */
  const placeOf = async (query: number): Promise<number> => {
    const place = createDeferred<number>();
    waiting.set(query, place);
    try {
      return await place.promise;
    } catch (error) {
      turns.forget(query);
      throw error;
    }
  };
  const runAt = async <R>(
    query: number,
    place: number,
    options: SessionOptions,
    use: (session: ReadOnlySession) => Promise<R>,
  ): Promise<R> => {
    const supervised = hosts[place];
    if (supervised === undefined) throw new Error(`there is no place ${place}`);
    const host = await supervised.current(0);
    return withSessionOn(host, 'analyst', options, use, (session) => begun.set(query, { host, session }));
  };
  const over = (query: number, isAnswered: boolean): void => {
    begun.delete(query);
    turns.ended(query, isAnswered, elapsedMs).forEach(carryOut);
  };

  const run = async <R>(options: SessionOptions, use: (session: ReadOnlySession) => Promise<R>): Promise<R> => {
    const query = (lastQuery += 1);
    if (open < hosts.length) opening ??= openHosts();
    let place = placeOf(query);
    turns.ask(query, limitOf(options.settings, limits.turns), elapsedMs).forEach(carryOut);
    for (;;) {
      const at = await place;
      try {
        const result = await runAt(query, at, options, use);
        over(query, true);
        return result;
      } catch (error) {
        const isAskedAgain = turns.givesWay(query);
        if (isAskedAgain) place = placeOf(query);
        over(query, false);
        if (!isAskedAgain) throw error;
      }
    }
  };

  return {
    withSession: (options, use) =>
      calls.run(() => {
        enter();
        return run(options, use).finally(leave);
      }),
    cancelled: () => cancelled,
    close: async () => {
      isClosed = true;
      rejectWaiting(new Error('The tables are closed.'));
      await calls.close();
    },
  };
}
