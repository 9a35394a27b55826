import type { ApiDependencies } from '../../deps.ts';
import { listBytes, presentedOnce } from '../../json-bytes.ts';
import type { RegistryEntry } from '../../registry-index.ts';
import type { KeyedRoute } from '../../route.ts';
import { findTokens } from './lookup.ts';
import { caip19Of, presentToken } from './present.ts';
import { lookupParameters, noToken, tokenLookup } from './schema.ts';

/** `GET /kyi/v1/tokens`: any active key. */
export function tokenRoutes({ registry }: Pick<ApiDependencies, 'registry'>): readonly KeyedRoute[] {
  const bytesOf = presentedOnce(presentToken);

  const lookUpToken: KeyedRoute = {
    operationId: 'lookUpToken',
    summary: 'Look up the verification of a token',
    interface: 'A',
    method: 'GET',
    path: '/kyi/v1/tokens',
    scopes: [],
    query: { parameters: lookupParameters, unknown: 'ignore' },
    responses: {
      200: { description: 'The deployments that match, verified ones first', schema: tokenLookup },
      404: { description: 'No indexed token matches', schema: noToken },
    },
    errors: ['invalid_parameter'],
    handle: ({ query }) => {
      const entries = [...findTokens(query, registry)].sort(byVerdict);
      const verified = entries.length > 0 && entries.every(({ record }) => record.public);
      return {
        status: entries.length === 0 ? 404 : 200,
        bytes: listBytes(`"kyi_verified":${verified},"data":`, entries.map(bytesOf), ''),
      };
    },
  };

  return [lookUpToken];
}

/** Verified first, then by CAIP-19 id (conformance A-72). */
function byVerdict(a: RegistryEntry, b: RegistryEntry): number {
  if (a.record.public !== b.record.public) return a.record.public ? -1 : 1;
  const [left, right] = [caip19Of(a), caip19Of(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}
