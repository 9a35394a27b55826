import type { ReadModel } from '../../readmodel/dependencies.ts';
import { presentResult } from '../../readmodel/resources/watchlist/batch/present.ts';
import { type GivenWish, watchMany } from '../../readmodel/resources/watchlist/batch/watch-many.ts';
import { batchBody, batchEntry, watchlistBatch } from '../../readmodel/resources/watchlist/schema.ts';
import { withNote } from '../../readmodel/resources/watchlist/watch.ts';
import { invalidParameters } from '../../errors.ts';
import { createJsonValidator } from '../../route/input/json-validator.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { watchBatchDocs } from './docs.ts';

type Dependencies = Pick<ReadModel, 'clock' | 'commands' | 'ids' | 'outcomes' | 'registry' | 'tables' | 'texts'>;

/** Largest body of a batch, bytes. */
const batchBytes = 192 * 1024;

interface Batch {
  readonly items: readonly unknown[];
  readonly dryRun?: boolean;
}

/** `POST /me/watchlist/batch`: many additions at once, each with its own result. */
export function watchBatchRoute(dependencies: Dependencies): KeyedRoute {
  const { registry, texts } = dependencies;
  const check = createJsonValidator().compile(batchEntry);

  const readEntry = (query: unknown): GivenWish => {
    if (typeof query !== 'object' || query === null || Array.isArray(query)) {
      return { query, malformed: 'an entry must be an object' };
    }
    const problems = check(query);
    return problems.length === 0
      ? { query, wish: query }
      : { query, malformed: invalidParameters(problems).message.replace(/^body /, 'an entry ') };
  };

  return {
    operationId: 'addManyToWatchlist',
    summary: 'Watch many assets',
    ...watchBatchDocs,
    interface: 'B',
    method: 'POST',
    path: '/me/watchlist/batch',
    scopes: ['watchlist:write'],
    body: { schema: batchBody, maxBytes: batchBytes },
    responses: { 200: { description: 'What became of each entry, in their order', schema: watchlistBatch } },
    errors: [],
    handle: async ({ body, ...sender }) => {
      const { items, dryRun = false } = body as Batch;
      const { results, limit, used } = await watchMany(sender, items.map(readEntry), dependencies, dryRun);
      const { tenantId } = sender.principal;
      const presented = await Promise.all(
        results.map(async (result) => {
          const item = result.item === null ? null : await withNote(result.item, tenantId, texts);
          return presentResult({ ...result, item }, item?.note ?? null, registry);
        }),
      );
      return { status: 200, json: { results: presented, limit, used } };
    },
  };
}
