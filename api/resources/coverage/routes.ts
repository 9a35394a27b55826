import { presentItemCoverage } from '../../readmodel/resources/coverage/present.ts';
import { coverageList, coverageQuery, pageSize } from '../../readmodel/resources/coverage/schema.ts';
import { watchedPage } from '../../readmodel/resources/watchlist/watched-page.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { listCoverageDocs } from './docs.ts';

type Dependencies = Pick<RouteDependencies, 'config' | 'coverage' | 'registry' | 'snapshots'>;

/** `GET /me/monitoring/coverage`. It rests on files, fetches and the time, so no answer is known before it is made. */
export function coverageRoutes({ config, coverage, registry, snapshots }: Dependencies): readonly KeyedRoute[] {
  const listCoverage: KeyedRoute = {
    operationId: 'listCoverage',
    summary: 'List how much of watched tokens is read',
    ...listCoverageDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/coverage',
    scopes: ['monitoring:read'],
    query: coverageQuery,
    responses: {
      200: { description: 'Coverage, newest addition first', schema: coverageList, headers: ['Link'] },
    },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const wanted = query.many('item') ?? [];
      const snapshot = await snapshots.fresh(principal.tenantId);
      const page = watchedPage(snapshot, { items: wanted, after: query.one('cursor'), pageSize });
      const coverages = await coverage.of(page.items.map(({ assetId }) => assetId));
      const items = page.items.flatMap((item) => {
        const of = coverages.get(item.assetId);
        return of === undefined ? [] : [presentItemCoverage(item, of, registry)];
      });
      const only = wanted.length === 0 ? '' : `item=${wanted.join(',')}&`;
      const next = `${config.explorerUrl}/me/monitoring/coverage?${only}cursor=${page.next}`;
      const headers = page.next === null ? {} : { Link: `<${next}>; rel="next"` };
      return { status: 200, headers, json: { items } };
    },
  };
  return [listCoverage];
}
