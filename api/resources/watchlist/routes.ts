import type { WatchItem } from '../../../schemas/generated/records.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import { ApiError } from '../../errors.ts';
import type { KeyedRoute } from '../../route/route.ts';
import type { Principal } from '../../readmodel/principal.ts';
import { createTenantCache } from '../../readmodel/memory/tenants/tenant-cache.ts';
import { tablesOfTenant } from '../../readmodel/tables/tenant-tables.ts';
import { decide } from '../../readmodel/resources/watchlist/commands.ts';
import { getWatchlistDocs, addToWatchlistDocs, updateWatchlistItemDocs, removeFromWatchlistDocs } from './docs.ts';
import { presentWatchItem } from '../../readmodel/resources/watchlist/present.ts';
import { readWatchlist, type Watchlist } from '../../readmodel/resources/watchlist/queries.ts';
import {
  addBody,
  itemParameter,
  updateBody,
  watchlist,
  watchlistItem,
} from '../../readmodel/resources/watchlist/schema.ts';

const notFound = itemParameter.refusal.message;

/** Cached lists, up to some tens of kilobytes each. */
const mostLists = 500;

/** The watchlist of a key: read from the tables, changed by commands (docs/architecture.md). */
export function watchlistRoutes(dependencies: RouteDependencies): readonly KeyedRoute[] {
  const { registry, tables, texts } = dependencies;
  const cache = createTenantCache<Watchlist>({ ...dependencies, most: mostLists });

  const present = async ({ tenantId }: Principal, item: WatchItem): Promise<object> => {
    const note = item.note === null ? null : await texts.open({ tenantId, purpose: 'note' }, item.note);
    return presentWatchItem(item, note, registry);
  };
  /** Encrypts a note before it leaves this process, because the log retains it for ever. */
  const seal = async ({ tenantId }: Principal, note: string): Promise<string> => {
    const sealed = await texts.seal({ tenantId, purpose: 'note' }, note);
    if (sealed === null) throw new ApiError('not_found', notFound);
    return sealed;
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
      return { status: 200, json: { items: presented, limit, used: items.length } };
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
    errors: ['not_found', 'watchlist_limit_reached'],
    handle: async ({ body, ...sender }) => {
      const assetId = (body as { readonly assetId: string }).assetId.toLowerCase();
      await registry.untilCurrent();
      const { changed, item } = await decide(
        sender,
        {
          type: 'watch.add',
          body: { assetId, by: 'key' },
          assetPublic: registry.byId(assetId)?.public ?? false,
          notFound: 'The asset is not in the public registry',
        },
        dependencies,
      );
      return {
        status: changed ? 201 : 200,
        headers: changed ? { Location: `/me/watchlist/${item.itemId}` } : {},
        json: await present(sender.principal, item),
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
      const given = body as { readonly monitoringEnabled?: boolean; readonly note?: string | null };
      const { note } = given;
      const sealed = typeof note === 'string' ? { note: await seal(sender.principal, note) } : {};
      const { item } = await decide(
        sender,
        { type: 'watch.update', body: { itemId: itemIdOf(params), ...given, ...sealed }, assetPublic: null, notFound },
        dependencies,
      );
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
      await decide(
        sender,
        { type: 'watch.remove', body: { itemId: itemIdOf(params) }, assetPublic: null, notFound },
        dependencies,
      );
      return { status: 204 };
    },
  };

  return [getWatchlist, addToWatchlist, updateWatchlistItem, removeFromWatchlist];
}

const itemIdOf = (params: Readonly<Record<string, string>>): string => (params['id'] ?? '').toLowerCase();
