import type { RouteDependencies } from '../../deps.ts';
import type { KeyedRoute, QueryValues } from '../../route.ts';
import { createTenantCache } from '../../memory/tenant-cache.ts';
import { listNotificationsDocs } from './docs.ts';
import { type OpenMatches, readOpenMatches } from './open-matches.ts';
import { type Cursor, type InboxRequest, type PickedInbox, pickNotices } from './queries.ts';
import { readNotices } from './read.ts';
import { defaultNotifications, inbox, inboxQuery } from './schema.ts';

type Dependencies = Pick<
  RouteDependencies,
  'tables' | 'registry' | 'config' | 'changes' | 'versions' | 'snapshots' | 'clock'
>;

/** A page without the texts of changes. */
interface Page extends PickedInbox {
  /** Matches of the assets whose intake notifications are on the page. */
  readonly openMatches: OpenMatches;
}

/** Cached pages, a few kilobytes each. */
const mostPages = 1_000;

/** `GET /me/notifications`: no route marks notifications as read (conformance B-89). */
export function notificationRoutes(dependencies: Dependencies): readonly KeyedRoute[] {
  const { tables, snapshots, registry, config, changes } = dependencies;
  const cache = createTenantCache<Page>({ ...dependencies, most: mostPages });

  const pick = (tenantId: string, request: InboxRequest): Promise<Page> =>
    cache.read({ tenantId, query: JSON.stringify(request), restsOn: 'watches' }, async () => {
      const snapshot = await snapshots.fresh(tenantId);
      const inbox = await pickNotices(tables, { tenantId, snapshot }, request);
      const openMatches = await readOpenMatches(tables, inbox.notices);
      return { value: { ...inbox, openMatches }, validUntil: Number.POSITIVE_INFINITY };
    });

  const listNotifications: KeyedRoute = {
    operationId: 'listNotifications',
    summary: 'List notifications',
    ...listNotificationsDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/notifications',
    scopes: ['monitoring:read'],
    restsOn: 'watches',
    polled: true,
    query: inboxQuery,
    responses: { 200: { description: 'Notifications, newest first', schema: inbox, headers: ['Link'] } },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const request = requestOf(query);
      const page = await pick(principal.tenantId, request);
      const words = { store: changes, registry, openMatches: page.openMatches };
      const items = (await readNotices(page.notices, words)).map(({ item }) => item);
      const next = page.next === null ? {} : { Link: linkToNext(config.explorerUrl, request, page.next) };
      return { status: 200, headers: next, json: { items, unread: page.unread } };
    },
  };

  return [listNotifications];
}

const requestOf = (query: QueryValues): InboxRequest => ({
  unreadOnly: query.one('unread') === 'true',
  limit: Number(query.one('limit') ?? defaultNotifications),
  after: cursorOf(query.one('cursor')),
});

function cursorOf(text: string | null): Cursor | null {
  const [createdAt, sortId] = text?.split('.') ?? [];
  return createdAt === undefined || sortId === undefined ? null : { createdAt: Number(createdAt), sortId };
}

function linkToNext(explorerUrl: string, { unreadOnly, limit }: InboxRequest, { createdAt, sortId }: Cursor): string {
  const parameters = `${unreadOnly ? 'unread=true&' : ''}limit=${limit}&cursor=${createdAt}.${sortId}`;
  return `<${explorerUrl}/me/notifications?${parameters}>; rel="next"`;
}
