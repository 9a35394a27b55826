import type { ApiDependencies } from '../../route/dependencies.ts';
import { shapeOf } from '../../route/answers/shape-answer.ts';
import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';
import { listBytes, presentOnce } from '../../route/http/json-bytes.ts';
import type { RegistryEntry } from '../../readmodel/memory/registry/records.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { lookUpEntry } from '../../readmodel/resources/tokens/batch.ts';
import { lookUpTokenDocs, lookUpTokensDocs } from './docs.ts';
import { createResultCache } from './result-cache.ts';
import { indexedEntries, lookUp } from '../../readmodel/resources/tokens/lookup.ts';
import { caip19Of, presentToken } from '../../readmodel/resources/tokens/present.ts';
import {
  batchBody,
  batchLookup,
  lookupParameters,
  noToken,
  tokenLookup,
  tokenRecord,
} from '../../readmodel/resources/tokens/schema.ts';

/** Largest body of a batch, bytes: 250 entries with the longest members, and the JSON around them. */
const batchBytes = 192 * 1024;

/** `GET /kyi/v1/tokens`, and many lookups at once: any active key. */
export function tokenRoutes({ registry }: Pick<ApiDependencies, 'registry'>): readonly KeyedRoute[] {
  const shape = shapeOf(tokenRecord);
  const bytesOf = presentOnce((entry: RegistryEntry) => shape(presentToken(entry)));
  const aloneOf = memoizeByObject((entry: RegistryEntry) => lookupBytes('', [entry], bytesOf));

  const results = createResultCache(registry);

  const lookUpToken: KeyedRoute = {
    operationId: 'lookUpToken',
    summary: 'Look up the verification of a token',
    ...lookUpTokenDocs,
    interface: 'A',
    method: 'GET',
    path: '/kyi/v1/tokens',
    scopes: [],
    restsOn: 'registry',
    query: { parameters: lookupParameters, unknown: 'ignore' },
    responses: {
      200: { description: 'The deployments that match, verified ones first', schema: tokenLookup },
      404: { description: 'No indexed token matches', schema: noToken },
    },
    errors: ['invalid_parameter'],
    handle: async ({ query }) => {
      await registry.untilCurrent();
      const form = { caip19: query.one('caip19'), address: query.one('address'), chainSlug: query.one('chain_slug') };
      const entries = await lookUp(form, registry);
      const [only] = entries;
      if (only !== undefined && entries.length === 1) return { status: 200, bytes: aloneOf(only) };
      return { status: entries.length === 0 ? 404 : 200, bytes: lookupBytes('', entries, bytesOf) };
    },
  };

  const lookUpTokens: KeyedRoute = {
    operationId: 'lookUpTokens',
    summary: 'Look up the verification of many tokens',
    ...lookUpTokensDocs,
    interface: 'A',
    method: 'POST',
    path: '/kyi/v1/tokens/batch',
    scopes: [],
    body: { schema: batchBody, maxBytes: batchBytes },
    responses: { 200: { description: 'A result per entry, in the order of the entries', schema: batchLookup } },
    errors: ['invalid_parameter'],
    handle: async ({ body }) => {
      await registry.untilCurrent();
      const asked = (body as { readonly tokens: readonly unknown[] }).tokens;
      const all = JSON.stringify(asked);
      const known = results.current();
      const whole = known.answer(all);
      if (whole !== undefined) return { status: 200, bytes: whole };
      const texts = asked.map((entry) => JSON.stringify(entry));
      const cached = texts.flatMap((text) => known.get(text) ?? []);
      if (cached.length === asked.length) {
        return { status: 200, bytes: known.keepAnswer(all, resultsBytes(cached)) };
      }
      const lookups = asked.map((entry) => lookUpEntry(entry, registry));
      const found = lookups.flatMap((result) => ('error' in result ? [] : result.found));
      const indexed = await indexedEntries(found, registry);
      const entries = new Map(indexed.map((entry) => [entry.record.assetId, entry]));
      const answered = lookups.map((result, index) => {
        const text = texts[index] ?? '';
        const query = `"query":${text},`;
        if ('error' in result) return `{${query}"error":${JSON.stringify(result.error)}}`;
        const meant = result.found.flatMap(({ assetId }) => entries.get(assetId) ?? []);
        return known.keep(text, lookupBytes(query, meant, bytesOf).toString('utf8'));
      });
      return { status: 200, bytes: resultsBytes(answered) };
    },
  };

  return [lookUpToken, lookUpTokens];
}

const resultsBytes = (results: readonly string[]): Buffer => Buffer.from(`{"results":[${results.join(',')}]}`);

/** JSON of a lookup, with further members in front: `{<before>"kyi_verified":…,"data":[…]}`. */
function lookupBytes(
  before: string,
  found: readonly RegistryEntry[],
  bytesOf: (entry: RegistryEntry) => Buffer,
): Buffer {
  const entries = [...found].sort(byVerdict);
  const verified = entries.length > 0 && entries.every(({ record }) => record.public);
  return listBytes(`${before}"kyi_verified":${verified},"data":`, entries.map(bytesOf), '');
}

/** Verified first, then by CAIP-19 id (conformance A-72). */
function byVerdict(a: RegistryEntry, b: RegistryEntry): number {
  if (a.record.public !== b.record.public) return a.record.public ? -1 : 1;
  const [left, right] = [caip19Of(a), caip19Of(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}
