import { createChangeStore } from '../../change-store.ts';
import type { ApiDependencies } from '../../deps.ts';
import { isoTime } from '../../iso-time.ts';
import { pollHeaders } from '../../poll-headers.ts';
import type { KeyedRoute } from '../../route.ts';
import { tablesOfTenant } from '../../tenant-tables.ts';
import { feedFilterOf } from './filter.ts';
import { presentChange } from './present.ts';
import { pickChanges, readGroupMembers } from './queries.ts';
import { changeFeed, feedQuery } from './schema.ts';

type Dependencies = Pick<ApiDependencies, 'tables' | 'registry' | 'clock'>;

/** `GET /me/monitoring/changes`: picked by a slim query, worded from the change store. */
export function changeRoutes({ tables, registry, clock }: Dependencies): readonly KeyedRoute[] {
  const store = createChangeStore(tables);

  const listChanges: KeyedRoute = {
    operationId: 'listChanges',
    summary: 'List changes detected on watched assets',
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/changes',
    scopes: ['monitoring:read'],
    query: feedQuery,
    responses: { 200: { description: 'Changes in the window, newest or weightiest first', schema: changeFeed } },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const filter = feedFilterOf(query, clock());
      const feed = await pickChanges(tablesOfTenant(tables, principal.tenantId), filter);
      const [changes, members] = await Promise.all([store.read(feed.changes), readGroupMembers(tables, feed.changes)]);
      const items = feed.changes.flatMap((picked) => {
        const change = changes.get(picked.id);
        return change === undefined
          ? []
          : [presentChange(change, picked, members.get(change.groupId) ?? [change.id], registry)];
      });
      const body = { since: isoTime(filter.since), seenAt: isoTime(feed.seenAt), truncated: feed.truncated };
      const words = JSON.stringify(items);
      return {
        status: 200,
        headers: pollHeaders,
        bytes: Buffer.from(`{"items":${words},${JSON.stringify(body).slice(1)}`),
        etagOf: `${words}${body.seenAt}${body.truncated}`,
      };
    },
  };

  return [listChanges];
}
