import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import type { QueryValues } from '../../readmodel/input.ts';
import { listObligationsDocs } from './docs.ts';
import { presentObligation } from '../../readmodel/resources/obligations/present.ts';
import {
  type ObligationRequest,
  readObligations,
  type VerdictRow,
} from '../../readmodel/resources/obligations/queries.ts';
import { obligationList, obligationQuery } from '../../readmodel/resources/obligations/schema.ts';

type Dependencies = Pick<RouteDependencies, 'tables' | 'registry' | 'config' | 'snapshots'>;

/** `GET /me/monitoring/obligations`: an extension, like the export and the stream. */
export function obligationRoutes({ tables, registry, config, snapshots }: Dependencies): readonly KeyedRoute[] {
  const listObligations: KeyedRoute = {
    operationId: 'listObligations',
    summary: 'List obligations of watched assets, with their verdicts',
    ...listObligationsDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/obligations',
    scopes: ['monitoring:read'],
    restsOn: 'watches',
    query: obligationQuery,
    responses: {
      200: { description: 'Newest verdicts, by asset and obligation', schema: obligationList, headers: ['Link'] },
    },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const request = requestOf(query);
      const snapshot = await snapshots.fresh(principal.tenantId);
      const { rows, hasMore } = await readObligations(tables, snapshot, request);
      const items = rows.flatMap((row) => {
        const item = snapshot.items.get(row.assetId);
        return item === undefined ? [] : [presentObligation(row, item, registry)];
      });
      const last = hasMore ? rows.at(-1) : undefined;
      const headers = last === undefined ? {} : { Link: linkToNext(config.explorerUrl, request, last) };
      return { status: 200, headers, json: { items } };
    },
  };
  return [listObligations];
}

function requestOf(query: QueryValues): ObligationRequest {
  const [assetId, obligationId] = query.one('cursor')?.split('.') ?? [];
  const after = assetId === undefined || obligationId === undefined ? null : { assetId, obligationId };
  return { items: query.many('item') ?? [], verdicts: query.many('verdict') ?? [], after };
}

function linkToNext(explorerUrl: string, { items, verdicts }: ObligationRequest, last: VerdictRow): string {
  const parameters = [
    ...(items.length === 0 ? [] : [`item=${items.join(',')}`]),
    ...(verdicts.length === 0 ? [] : [`verdict=${verdicts.join(',')}`]),
    `cursor=${last.assetId}.${last.obligationId}`,
  ];
  return `<${explorerUrl}/me/monitoring/obligations?${parameters.join('&')}>; rel="next"`;
}
