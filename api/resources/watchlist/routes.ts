import { longestKeyMs } from '../../../infra/tenant-keys/tenant-texts.ts';
import type { WatchItem } from '../../../schemas/generated/records.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import { createTenantCache } from '../../readmodel/memory/tenants/tenant-cache.ts';
import { tablesOfTenant } from '../../readmodel/tables/tenant-tables.ts';
import { createWatchCommands, type WatchUpdate, withNote } from '../../readmodel/resources/watchlist/watch.ts';
import { watchBatchRoute } from './batch-route.ts';
import { getWatchlistDocs, addToWatchlistDocs, updateWatchlistItemDocs, removeFromWatchlistDocs } from './docs.ts';
import { presentAddedItem, presentWatchItem } from '../../readmodel/resources/watchlist/present.ts';
import { type NamedAsset, assetIdOf } from '../../readmodel/resources/watchlist/named-asset.ts';
import { readWatchlist, type Watchlist } from '../../readmodel/resources/watchlist/queries.ts';
import {
  addBody,
  itemParameter,
  updateBody,
  watchlist,
  watchlistItem,
} from '../../readmodel/resources/watchlist/schema.ts';

/** Cached lists, up to some tens of kilobytes each. */
const mostLists = 500;

/** The watchlist of a key: read from the tables, changed by commands (docs/architecture.md). */
export function watchlistRoutes(dependencies: RouteDependencies): readonly KeyedRoute[] {
  const { clock, registry, tables, texts } = dependencies;
  const commands = createWatchCommands(dependencies);
  const cache = createTenantCache<Watchlist>({ ...dependencies, most: mostLists });

  const present = async (
    { tenantId }: Principal,
    item: WatchItem,
    by: typeof presentWatchItem = presentWatchItem,
  ): Promise<object> => {
    const { note } = await withNote(item, tenantId, texts);
    return by(item, note, registry);
  };
  const getWatchlist: KeyedRoute = {
    operationId: 'getWatchlist',
    summary: 'List watched assets',
    ...getWatchlistDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/watchlist',
    scopes: ['monitoring:read'],
    restsOn: 'account',
    polled: true,
    responses: { 200: { description: 'The watchlist, newest addition first', schema: watchlist } },
    errors: [],
    handle: async ({ principal }) => {
      const { tenantId } = principal;
      const { items, limit } = await cache.read({ tenantId, query: '', restsOn: 'account' }, async () => ({
        value: await readWatchlist(tablesOfTenant(tables, tenantId)),
        validUntil: Number.POSITIVE_INFINITY,
      }));
      const presented = await Promise.all(items.map((item) => present(principal, item)));
      const json = { items: presented, limit, used: items.length };
      // A note is readable as long as its key is: an answer with notes stays no longer than the key does in memory.
      return items.every(({ note }) => note === null)
        ? { status: 200, json }
        : { status: 200, json, validUntil: clock() + longestKeyMs - 1 };
    },
  };

  const addToWatchlist: KeyedRoute = {
    operationId: 'addToWatchlist',
    summary: 'Watch an asset',
    ...addToWatchlistDocs,
    interface: 'B',
    method: 'POST',
    path: '/me/watchlist',
    scopes: ['watchlist:write'],
    body: { schema: addBody },
    responses: {
      200: { description: 'The asset was on the list already', schema: watchlistItem },
      201: { description: 'The asset was added', schema: watchlistItem, headers: ['Location'] },
    },
    errors: ['not_found', 'watchlist_limit_reached', 'ambiguous_asset'],
    handle: async ({ body, ...sender }) => {
      await registry.untilCurrent();
      const { changed, item } = await commands.add(sender, assetIdOf(body as NamedAsset, registry));
      return {
        status: changed ? 201 : 200,
        headers: changed ? { Location: `/me/watchlist/${item.itemId}` } : {},
        json: await present(sender.principal, item, presentAddedItem),
      };
    },
  };

  const updateWatchlistItem: KeyedRoute = {
    operationId: 'updateWatchlistItem',
    summary: 'Pause, resume or annotate a watched asset',
    ...updateWatchlistItemDocs,
    interface: 'B',
    method: 'PATCH',
    path: '/me/watchlist/:id',
    scopes: ['watchlist:write'],
    params: { id: itemParameter },
    body: { schema: updateBody, types: ['application/merge-patch+json'] },
    responses: { 200: { description: 'The item as it now is', schema: watchlistItem } },
    errors: ['not_found'],
    handle: async ({ params, body, ...sender }) => {
      const { item } = await commands.update(sender, itemIdOf(params), body as WatchUpdate);
      return { status: 200, json: await present(sender.principal, item) };
    },
  };

  const removeFromWatchlist: KeyedRoute = {
    operationId: 'removeFromWatchlist',
    summary: 'Stop watching an asset',
    ...removeFromWatchlistDocs,
    interface: 'B',
    method: 'DELETE',
    path: '/me/watchlist/:id',
    scopes: ['watchlist:write'],
    params: { id: itemParameter },
    responses: { 204: { description: 'The item was removed', schema: null } },
    errors: ['not_found'],
    handle: async ({ params, ...sender }) => {
      await commands.remove(sender, itemIdOf(params));
      return { status: 204 };
    },
  };

  return [getWatchlist, addToWatchlist, watchBatchRoute(dependencies), updateWatchlistItem, removeFromWatchlist];
}

const itemIdOf = (params: Readonly<Record<string, string>>): string => (params['id'] ?? '').toLowerCase();
