import { clock } from '../../kernel/clock.ts';
import { beginRefill, recordRefilled } from '../../../../cli/service/tables/refill.ts';
import { awaitRefill } from '../../../../cli/service/tables/await-refill.ts';
import { untilReachable } from '../../../../cli/engine/until-reachable.ts';
import type { EmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { type Environment, topics } from '../../../../schemas/topics.ts';
import { silentLogger } from '../silent-logger.ts';
import type { AccountsState } from './accounts-state.ts';

/** No part of the tables is damaged. */
const jobs = { command: () => Promise.reject(new Error('no table is emptied')) };

/** Sets the lanes back as the part `broken tables` does; `filled` waits for those of the world, as `refilled tables` does. */
export async function startRefill(
  { boot: count, size }: AccountsState,
  { log, openStore, schemas }: EmbeddedEngine,
  lanes: readonly Environment[],
): Promise<{ readonly filled: () => Promise<void> }> {
  // It ends no start.
  const until = { logger: silentLogger, signal: new AbortController().signal };
  const moment = { boot: size.bootKnown === 1 ? `boot ${count}` : null, now: clock() };
  const engine = {
    log,
    openStore,
    schemas,
    processors: {
      positionsOf: async (...lane: Parameters<typeof openStore>) => openStore(...lane),
      isRunning: async () => true,
    },
  };
  const refill = await untilReachable(() => beginRefill([], jobs, engine, silentLogger, moment), until);
  return {
    filled: async () => {
      if (refill === null) return;
      const names = refill.topics.filter((topic) => lanes.includes(topics[topic].environment));
      await awaitRefill({ ...refill, topics: names }, jobs, engine, () => null, until.signal);
      await untilReachable(() => recordRefilled(engine, moment), until);
    },
  };
}
