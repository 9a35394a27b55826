import { clock } from '../../kernel/clock.ts';
import { awaitRefill, beginRefill, recordRefilled } from '../../../../cli/service/tables/refill.ts';
import { untilReachable } from '../../../../cli/engine/until-reachable.ts';
import type { EmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { topics } from '../../../../schemas/topics.ts';
import { silentLogger } from '../silent-logger.ts';
import type { AccountsState } from './accounts-state.ts';

/** No part of the tables is damaged. */
const jobs = { command: () => Promise.reject(new Error('no table is emptied')) };

/** Sets the lanes back as the part `broken tables` does; `filled` waits as `refilled tables` does. */
export async function startRefill(
  { boot: count, size }: AccountsState,
  { log, openStore, schemas }: EmbeddedEngine,
): Promise<{ readonly filled: () => Promise<void> }> {
  // It ends no start.
  const until = { logger: silentLogger, signal: new AbortController().signal };
  const moment = { boot: size.bootKnown === 1 ? `boot ${count}` : null, now: clock() };
  const engine = {
    ...{ log, openStore, schemas },
    processors: {
      positionsOf: async (...lane: Parameters<typeof openStore>) => openStore(...lane),
      isRunning: async () => true,
    },
  };
  const refill = await untilReachable(() => beginRefill([], jobs, engine, silentLogger, moment), until);
  return {
    filled: async () => {
      if (refill === null) return;
      // The world has no other lane.
      const names = refill.topics.filter((topic) => topics[topic].environment === 'accounts');
      await awaitRefill({ ...refill, topics: names }, jobs, engine, () => null, until.signal);
      await untilReachable(() => recordRefilled(engine, moment), until);
    },
  };
}
