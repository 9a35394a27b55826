import type { RouteDependencies } from '../../route/dependencies.ts';
import { ApiError } from '../../errors.ts';
import { isoTime } from '../../readmodel/iso-time.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { listChangesDocs, getChangeDocs } from './docs.ts';
import { feedFilterOf } from '../../readmodel/resources/changes/filter.ts';
import { createChangeWriter, presentChange } from '../../readmodel/resources/changes/present.ts';
import type { ChangeReaders } from '../../readmodel/resources/changes/readers.ts';
import { change, changeFeed, changeParameter, feedQuery } from '../../readmodel/resources/changes/schema.ts';

type Dependencies = Pick<RouteDependencies, 'tables' | 'registry' | 'clock' | 'changes' | 'versions' | 'snapshots'>;

/** The feed and a single change: a query picks rows with few columns, and the change cache adds their texts. */
export function changeRoutes(dependencies: Dependencies, { readFeed, readOne }: ChangeReaders): readonly KeyedRoute[] {
  const { registry, clock } = dependencies;
  const write = createChangeWriter(registry);

  const listChanges: KeyedRoute = {
    operationId: 'listChanges',
    summary: 'List changes detected on watched assets',
    ...listChangesDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/changes',
    scopes: ['monitoring:read'],
    restsOn: 'watches',
    polled: true,
    query: feedQuery,
    responses: { 200: { description: 'Changes in the window, newest or weightiest first', schema: changeFeed } },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const now = clock();
      const filter = feedFilterOf(query, now);
      const feed = await readFeed(principal.tenantId, filter, now);
      const items = feed.changes.map(({ change: one, picked, group }) => write(one, picked, group)).join(',');
      const windowMs = now - filter.since;
      const [seenAt, truncated] = [isoTime(feed.seenAt), feed.truncated];
      const ending = (at: number): string =>
        `,${JSON.stringify({ since: isoTime(at - windowMs), seenAt, truncated }).slice(1)}`;
      const end = ending(now);
      return {
        status: 200,
        bytes: Buffer.from(`{"items":[${items}]${end}`),
        moving: { length: end.length, text: () => ending(clock()) },
        etagOf: `[${items}]${seenAt}${truncated}`,
        // Until the oldest change leaves the window, the passing of time does not change the feed.
        validUntil: feed.validUntil,
      };
    },
  };

  const getChange: KeyedRoute = {
    operationId: 'getChange',
    summary: 'Get one change',
    ...getChangeDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/changes/:id',
    scopes: ['monitoring:read'],
    restsOn: 'watches',
    params: { id: changeParameter },
    responses: { 200: { description: 'The change in its newest revision', schema: change } },
    errors: ['not_found'],
    handle: async ({ principal, params }) => {
      const found = await readOne(principal.tenantId, params['id'] ?? '');
      if (found === null) throw new ApiError('not_found', changeParameter.refusal.message);
      return { status: 200, json: presentChange(found.change, found.picked, found.group, registry) };
    },
  };

  return [listChanges, getChange];
}
