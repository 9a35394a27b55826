import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { presentSearch } from '../../readmodel/resources/search/present.ts';
import { readByIdentifier } from '../../readmodel/resources/search/queries.ts';
import { searchAssets } from '../../readmodel/resources/search/read.ts';
import { searchAnswer, searchQuery, usualHits } from '../../readmodel/resources/search/schema.ts';
import { ApiError } from '../../errors.ts';
import { searchDocs } from './docs.ts';

type Dependencies = Pick<RouteDependencies, 'config' | 'registry' | 'tables'>;

/** `GET /kyi/v1/search`: any active key. Identifiers of other systems are in the tables, so no answer is known before it is made. */
export function searchRoutes({ config, registry, tables }: Dependencies): readonly KeyedRoute[] {
  const search: KeyedRoute = {
    operationId: 'searchTokens',
    summary: 'Search for tokens',
    ...searchDocs,
    interface: 'A',
    method: 'GET',
    path: '/kyi/v1/search',
    scopes: [],
    query: searchQuery,
    responses: {
      200: { description: 'What the text finds, the best first; empty for no match', schema: searchAnswer },
    },
    errors: ['invalid_parameter'],
    handle: async ({ query }) => {
      await registry.untilCurrent();
      const text = query.one('q');
      if (text === null)
        throw new ApiError('invalid_parameter', `q must be ${searchQuery.parameters['q']?.expects ?? ''}`);
      const byIdentifier = (code: string) => readByIdentifier(tables, code);
      const result = await searchAssets(text, { registry, byIdentifier });
      const limit = Number(query.one('limit') ?? usualHits);
      const { publicPageBase } = config;
      return { status: 200, json: presentSearch(result, { text, limit, publicPageBase }, registry) };
    },
  };
  return [search];
}
