import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import type { QueryValues } from '../../readmodel/input.ts';
import { listNotificationsDocs } from './docs.ts';
import type { InboxReaders } from '../../readmodel/resources/notifications/inbox-reader.ts';
import { type Cursor, cursorOf, cursorText } from '../../readmodel/resources/notifications/notice-rows.ts';
import type { InboxRequest } from '../../readmodel/resources/notifications/queries.ts';
import {
  defaultNotifications,
  inbox as inboxSchema,
  inboxQuery,
} from '../../readmodel/resources/notifications/schema.ts';

/** `GET /me/notifications`: no route marks notifications as read (conformance B-89). */
export function notificationRoutes(
  { config }: Pick<RouteDependencies, 'config'>,
  { readInbox }: Pick<InboxReaders, 'readInbox'>,
): readonly KeyedRoute[] {
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
    responses: { 200: { description: 'Notifications, newest first', schema: inboxSchema, headers: ['Link'] } },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const request = requestOf(query);
      const inbox = await readInbox(principal.tenantId, request);
      const items = inbox.notices.map(({ item }) => item);
      const next = inbox.next === null ? {} : { Link: linkToNext(config.explorerUrl, request, inbox.next) };
      return { status: 200, headers: next, json: { items, unread: inbox.unread } };
    },
  };

  return [listNotifications];
}

const requestOf = (query: QueryValues): InboxRequest => ({
  unreadOnly: query.one('unread') === 'true',
  limit: Number(query.one('limit') ?? defaultNotifications),
  after: cursorOf(query.one('cursor')),
  bySeverity: false,
});

function linkToNext(explorerUrl: string, { unreadOnly, limit }: InboxRequest, next: Cursor): string {
  const parameters = `${unreadOnly ? 'unread=true&' : ''}limit=${limit}&cursor=${cursorText(next)}`;
  return `<${explorerUrl}/me/notifications?${parameters}>; rel="next"`;
}
