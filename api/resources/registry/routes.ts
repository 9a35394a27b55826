import { ApiError, invalidParameters } from '../../errors.ts';
import type { QueryValues } from '../../readmodel/input.ts';
import { decodeCursor } from '../../readmodel/opaque-cursor.ts';
import { historyOf } from '../../readmodel/registry/history.ts';
import type { GivenFile, ImportReview, RegistryKind } from '../../readmodel/registry/port.ts';
import {
  nextCursorOf,
  presentAsset,
  presentHistory,
  presentImport,
  presentParty,
  presentProposal,
} from '../../readmodel/registry/present.ts';
import { listAssets, listParties, type RegistryQuery } from '../../readmodel/registry/queries.ts';
import {
  assetPage,
  assetsQuery,
  historyAnswer,
  type ImportBody,
  importAnswer,
  importBody,
  importBytes,
  partiesQuery,
  partyPage,
  proposalAnswer,
  type ProposeBody,
  proposeBody,
  registryId,
  usualEntries,
} from '../../readmodel/registry/schema.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { assetHistoryDocs, assetsDocs, importDocs, partiesDocs, partyHistoryDocs, proposeDocs } from './docs.ts';

const scopes = ['operator'] as const;

/** Declarations of the operator, as `attestry registry` and its pages have them. */
export function registryRoutes({
  tables,
  declarations,
  clock,
}: Pick<RouteDependencies, 'clock' | 'declarations' | 'tables'>): readonly KeyedRoute[] {
  const shared = { interface: 'B', scopes } as const;

  const importDeclarations: KeyedRoute = {
    ...shared,
    operationId: 'importDeclarations',
    summary: 'Import declarations or tokens',
    ...importDocs,
    method: 'POST',
    path: '/registry/import',
    body: { schema: importBody, maxBytes: importBytes },
    responses: {
      200: { description: 'What the import would do; nothing was appended', schema: importAnswer },
      201: { description: 'What was appended', schema: importAnswer },
    },
    errors: ['invalid_parameter'],
    handle: async ({ body, leavePlace }) => {
      const wanted = body as ImportBody;
      const asOf = asOfIn(wanted, clock());
      if (wanted.dryRun === true) {
        const result = await declarations.review(fileOf(wanted), asOf);
        if ('refused' in result) throw refused(result.refused);
        return { status: 200, json: presentImport(result.review) };
      }
      const options = { digest: null, asOf, appended: leavePlace };
      const result = await declarations.apply(fileOf(wanted), options);
      if ('refused' in result) throw refused(result.refused);
      if ('issues' in result) throw refusedText(result.issues);
      // Without a digest nothing is stale.
      if ('stale' in result) throw refused('the registry changed meanwhile');
      const { review, ...appended } = result.applied;
      return { status: 201, json: presentImport(review, appended) };
    },
  };

  const proposeToken: KeyedRoute = {
    ...shared,
    operationId: 'proposeToken',
    summary: 'Propose the declaration of a token',
    ...proposeDocs,
    method: 'POST',
    path: '/registry/propose',
    body: { schema: proposeBody },
    responses: { 200: { description: 'The declaration, which is not appended', schema: proposalAnswer } },
    errors: ['invalid_parameter'],
    handle: async ({ body, leavePlace }) => {
      const { token, chain = null, issuer = null, tokenName, ...members } = body as ProposeBody;
      leavePlace();
      const stated = { ...members, ...(tokenName === undefined ? {} : { token: tokenName }) };
      const result = await declarations.propose({ token, chain, issuer, members: stated });
      if ('refused' in result) throw refused(result.refused);
      return { status: 200, json: presentProposal(result.proposal) };
    },
  };

  const listRegisteredAssets: KeyedRoute = {
    ...shared,
    operationId: 'listRegisteredAssets',
    summary: 'List registered assets',
    ...assetsDocs,
    method: 'GET',
    path: '/registry/assets',
    query: assetsQuery,
    responses: { 200: { description: 'A page of assets, by symbol and chain', schema: assetPage } },
    errors: ['invalid_parameter'],
    handle: async ({ query }) => {
      const page = await listAssets(tables, registryQuery(query, 'public'));
      return { status: 200, json: { items: page.items.map(presentAsset), nextCursor: nextCursorOf(page) } };
    },
  };

  const listRegisteredParties: KeyedRoute = {
    ...shared,
    operationId: 'listRegisteredParties',
    summary: 'List registered parties',
    ...partiesDocs,
    method: 'GET',
    path: '/registry/parties',
    query: partiesQuery,
    responses: { 200: { description: 'A page of parties, by name', schema: partyPage } },
    errors: ['invalid_parameter'],
    handle: async ({ query }) => {
      const page = await listParties(tables, registryQuery(query, 'verified'));
      return { status: 200, json: { items: page.items.map(presentParty), nextCursor: nextCursorOf(page) } };
    },
  };

  const history = (
    kind: RegistryKind,
    declaration: Pick<KeyedRoute, 'description' | 'examples' | 'operationId' | 'summary'>,
  ): KeyedRoute => ({
    ...shared,
    ...declaration,
    method: 'GET',
    path: `/registry/${kind}/:id/history`,
    params: { id: registryId },
    responses: { 200: { description: 'Its declarations, the newest first', schema: historyAnswer } },
    errors: ['not_found'],
    handle: async ({ params }) => {
      const entries = await historyOf(tables, { kind, id: (params['id'] ?? '').toLowerCase() });
      if (entries.length === 0) throw new ApiError('not_found', registryId.refusal.message);
      return { status: 200, json: presentHistory(entries) };
    },
  });

  return [
    importDeclarations,
    proposeToken,
    listRegisteredAssets,
    listRegisteredParties,
    history('assets', {
      operationId: 'getAssetHistory',
      summary: 'Read the declarations of an asset',
      ...assetHistoryDocs,
    }),
    history('parties', {
      operationId: 'getPartyHistory',
      summary: 'Read the declarations of a party',
      ...partyHistoryDocs,
    }),
  ];
}

const fileOf = ({ text, format, chain, issuer, update }: ImportBody): GivenFile => ({
  text,
  format: format ?? null,
  chain: chain ?? null,
  issuer: issuer ?? null,
  update: update ?? false,
});

const refused = (sentence: string): ApiError => new ApiError('invalid_parameter', sentence);

const refusedText = ({ issues, counts }: ImportReview): ApiError => {
  const details = issues.map(({ place, path, reason }) => ({
    parameter: path === '' ? place : `${place}: ${path}`,
    reason,
  }));
  const { message } = invalidParameters(details);
  return new ApiError('invalid_parameter', `Nothing was imported, ${counts.issues} problems: ${message}`, {
    details: details.slice(0, mostDetails),
  });
};

/** As every refusal of the interface. */
const mostDetails = 20;

function asOfIn({ asOf }: ImportBody, now: number): number | null {
  if (asOf === undefined) return null;
  const time = parseTimestamp(asOf);
  if (time === null) throw invalidParameters([{ parameter: 'asOf', reason: 'must be a time with its offset' }]);
  if (time > now) throw invalidParameters([{ parameter: 'asOf', reason: 'must not be later than now' }]);
  return time;
}

function registryQuery(query: QueryValues, flag: 'public' | 'verified'): RegistryQuery {
  const given = query.one('cursor');
  const stated = query.one(flag);
  return {
    text: query.one('q'),
    chain: query.one('chain'),
    issuer: query.one('issuer'),
    isPublic: stated === null ? null : stated === 'true',
    after: given === null ? null : placeIn(given),
    limit: Number(query.one('limit') ?? usualEntries),
  };
}

function placeIn(cursor: string): readonly string[] {
  const [version, ...place] = decodeCursor(cursor) ?? [];
  const texts = place.flatMap((part) => (typeof part === 'string' ? [part] : []));
  if (version !== 1 || place.length !== 2 || texts.length !== 2) {
    throw invalidParameters([{ parameter: 'cursor', reason: 'must be a cursor of an earlier answer' }]);
  }
  return texts;
}
