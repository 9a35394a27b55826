import type { RouteDependencies } from '../../route-dependencies.ts';
import type { KeyedRoute, QueryValues } from '../../route.ts';
import { createTenantMemory } from '../../tenant-memory.ts';
import { tablesOfTenant } from '../../tenant-tables.ts';
import { listNotificationsDocs } from './docs.ts';
import { type Cursor, type InboxRequest, type PickedInbox, pickNotices } from './queries.ts';
import { readNotices } from './read.ts';
import { defaultNotifications, inbox, inboxQuery } from './schema.ts';

type Dependencies = Pick<
  RouteDependencies,
  'tables' | 'registry' | 'config' | 'changes' | 'freshness' | 'watchedAssets' | 'clock'
>;

/** Pages kept, a few kilobytes each. */
const mostKept = 1_000;

/** `GET /me/notifications`: nothing here marks as read (conformance B-89). */
export function notificationRoutes(dependencies: Dependencies): readonly KeyedRoute[] {
  const { tables, registry, config, changes } = dependencies;
  const memory = createTenantMemory<PickedInbox>({ ...dependencies, most: mostKept });

  /** What a page consists of, kept for as long as there is no news of it. */
  const pick = async (tenantId: string, request: InboxRequest): Promise<PickedInbox> => {
    const subject = { tenantId, asked: JSON.stringify(request), restsOn: 'watches' } as const;
    const known = memory.find(subject);
    if (known !== null) return known;
    const keep = memory.watch(subject);
    const page = await pickNotices(tablesOfTenant(tables, tenantId), request);
    await keep(page, Number.POSITIVE_INFINITY);
    return page;
  };
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
      const read = await readNotices(page.notices, { tables, store: changes, registry });
      const items = read.map(({ item }) => item);
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
