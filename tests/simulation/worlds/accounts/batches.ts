import type { WatchResult } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import { checkBatchAgain, checkBatchAnswer } from '../../invariants/watched-batches.ts';
import { type AccountsState, assetIdOf, commandKey } from './accounts-state.ts';
import { call } from './calls.ts';

/** Most entries of a batch. */
const mostEntries = 5;

/** The client that sends a batch. */
export interface BatchClient {
  readonly tenantId: string;
  readonly newId: () => string;
  /** Whether the client alone changes the list, and no earlier command for the asset may still take effect. */
  readonly knows: (assetId: string) => boolean;
}

/**
 * A client sends a batch until it is answered, because a service that ends leaves it without an answer, and mostly once more.
 * Assets may come twice, and one is not registered.
 */
export async function sendBatch(state: AccountsState, client: BatchClient): Promise<readonly WatchResult[]> {
  const { simulation, size } = state;
  const { random } = simulation;
  const length = 1 + random.below(mostEntries);
  const assetIds = Array.from({ length }, () => assetIdOf(random.below(size.assets + 1)));
  const results = await untilAnswered(state, client, assetIds);
  if (random.chance(0.3)) return results;
  const again = await untilAnswered(state, client, assetIds);
  checkBatchAgain(simulation, results, again, client.knows);
  return again;
}

async function untilAnswered(
  state: AccountsState,
  { tenantId, newId }: BatchClient,
  assetIds: readonly string[],
): Promise<readonly WatchResult[]> {
  const { simulation, clients } = state;
  for (;;) {
    const commandIds: string[] = [];
    const ids = (): string => {
      const commandId = newId();
      clients.given.add(commandKey(tenantId, commandId));
      commandIds.push(commandId);
      return commandId;
    };
    const batch = { tenantId, commandIds, isAnswered: false };
    clients.batches.push(batch);
    const answer = await call(state, (api) => api.watchMany(tenantId, assetIds, ids));
    if (answer === null) continue;
    batch.isAnswered = true;
    simulation.note('a batch is answered');
    checkBatchAnswer(simulation, assetIds, answer.value);
    return answer.value;
  }
}
