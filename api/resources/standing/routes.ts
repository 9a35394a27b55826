import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { presentItemStanding, presentStanding } from '../../readmodel/resources/standing/present.ts';
import { readStandings } from '../../readmodel/resources/standing/read.ts';
import {
  noStanding,
  standingList,
  standingLookup,
  standingParameters,
  standingQuery,
} from '../../readmodel/resources/standing/schema.ts';
import { caip19Of } from '../../readmodel/resources/tokens/present.ts';
import { lookUp } from '../../readmodel/resources/tokens/lookup.ts';
import { publicStandingOf } from '../../readmodel/standing/standing.ts';
import { listStandingsDocs, lookUpStandingDocs } from './docs.ts';

type Dependencies = Pick<RouteDependencies, 'clock' | 'config' | 'registry' | 'snapshots' | 'standing'>;

/**
 * How tokens are now: `GET /kyi/v1/standing` for any key, `GET /me/monitoring/standing` for watched ones. They rest on newest
 * files and on the time, so no answer is known before it is made.
 */
export function standingRoutes(dependencies: Dependencies): readonly KeyedRoute[] {
  const { clock, config, registry, snapshots, standing } = dependencies;

  const lookUpStanding: KeyedRoute = {
    operationId: 'lookUpStanding',
    summary: 'Look up how a token is now',
    ...lookUpStandingDocs,
    interface: 'A',
    method: 'GET',
    path: '/kyi/v1/standing',
    scopes: [],
    query: { parameters: standingParameters, unknown: 'ignore' },
    responses: {
      200: { description: 'The deployments that match, by CAIP-19 identifier', schema: standingLookup },
      404: { description: 'No indexed token matches', schema: noStanding },
    },
    errors: ['invalid_parameter'],
    handle: async ({ query }) => {
      await registry.untilCurrent();
      const form = { caip19: query.one('caip19'), address: query.one('address'), chainSlug: query.one('chain_slug') };
      const entries = [...(await lookUp(form, registry))].sort((a, b) => (caip19Of(a) < caip19Of(b) ? -1 : 1));
      const facts = await standing.publicFacts(entries);
      const now = clock();
      const data = entries.flatMap((entry, index) => {
        const of = facts[index];
        return of === undefined ? [] : [presentStanding(entry, publicStandingOf(of, now))];
      });
      const etagOf = JSON.stringify(data.map((one) => ({ ...one, at: null })));
      return { status: data.length === 0 ? 404 : 200, json: { data }, etagOf };
    },
  };

  const listStandings: KeyedRoute = {
    operationId: 'listStandings',
    summary: 'List how watched tokens are now',
    ...listStandingsDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/monitoring/standing',
    scopes: ['monitoring:read'],
    query: standingQuery,
    responses: {
      200: { description: 'Standings, newest addition first', schema: standingList, headers: ['Link'] },
    },
    errors: ['invalid_parameter'],
    handle: async ({ principal, query }) => {
      const items = query.many('item') ?? [];
      const snapshot = await snapshots.freshOrKnown(principal.tenantId);
      const page = await readStandings(snapshot, { items, after: query.one('cursor') }, dependencies);
      const presented = page.items.map((item) => presentItemStanding(item, registry));
      const etagOf = JSON.stringify([page.next, presented.map((one) => ({ ...one, at: null }))]);
      const only = items.length === 0 ? '' : `item=${items.join(',')}&`;
      const next = `${config.explorerUrl}/me/monitoring/standing?${only}cursor=${page.next}`;
      const headers = page.next === null ? {} : { Link: `<${next}>; rel="next"` };
      return { status: 200, headers, json: { items: presented }, etagOf };
    },
  };
  return [lookUpStanding, listStandings];
}
