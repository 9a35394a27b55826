import type { ApiDependencies } from '../../route/dependencies.ts';
import { ApiError } from '../../errors.ts';
import { logoHashOf } from '../../../schemas/values/logo-url.ts';
import { shapeOf } from '../../route/answers/shape-answer.ts';
import { listBytes, presentOncePer } from '../../route/http/json-bytes.ts';
import type { RegistryEntry } from '../../readmodel/memory/registry/records.ts';
import type { KeyedRequest, KeyedRoute } from '../../route/route.ts';
import { nextBucketAt } from '../../route/http/signed-url.ts';
import { pathOfLogo } from '../logos/path.ts';
import { listAssetsDocs, getAssetDocs } from './docs.ts';
import { presentAsset } from '../../readmodel/resources/assets/present.ts';
import {
  addressParameter,
  assetList,
  assetRecord,
  chainParameter,
  pageParameters,
} from '../../readmodel/resources/assets/schema.ts';

const defaultPageSize = 20;
const largestPageSize = 100;
/** Behind the end of any list. */
const largestNumber = 2 ** 31 - 1;

type Dependencies = Pick<ApiDependencies, 'registry' | 'config' | 'clock' | 'urlSigner'>;

/** `GET /assets` and `GET /assets/{chain}/{account_address}`: any active key (conformance K-12). */
export function assetRoutes({ registry, config, clock, urlSigner }: Dependencies): readonly KeyedRoute[] {
  const shape = shapeOf(assetRecord);
  const bytesOf = presentOncePer(
    // Only signed URLs expire.
    (entry: RegistryEntry) => (hasLogo(entry) ? urlSigner.expiryAt(clock()) : 0),
    (entry, expiry) => {
      const { issuer } = entry.record;
      if (issuer === null) throw notFound();
      const presented = presentAsset(entry, issuer, {
        publicPageBase: config.publicPageBase,
        logoUrl: (sha256) => `${config.baseUrl}${urlSigner.sign(pathOfLogo(sha256), expiry)}`,
      });
      return shape(presented);
    },
  );
  /** Signed URLs, and with them the ETag, change every five minutes, long before they expire (conformance A-26). */
  const validity = (entries: readonly RegistryEntry[]): { readonly validUntil?: number } =>
    entries.some(hasLogo) ? { validUntil: nextBucketAt(clock()) - 1 } : {};

  const listAssets: KeyedRoute = {
    operationId: 'listAssets',
    summary: 'List KYI-verified assets',
    ...listAssetsDocs,
    interface: 'A',
    method: 'GET',
    path: '/assets',
    scopes: [],
    restsOn: 'registry',
    query: { parameters: pageParameters, unknown: 'ignore' },
    responses: {
      200: { description: 'A page of assets, oldest registration first', schema: assetList, headers: ['Link'] },
    },
    errors: [],
    handle: async (request) => {
      await registry.untilCurrent();
      const page = pageOf(request);
      const listed = registry.listed();
      const from = (page.number - 1) * page.size;
      const entries = await registry.entries(listed.slice(from, from + page.size));
      // A record that was just read may be newer than the list, and no longer public.
      const shown = entries.filter(({ record }) => record.public && record.issuer !== null);
      // Before the bytes are presented: at the end of a period the validity is too short rather than too long.
      const valid = validity(shown);
      const meta = { total: listed.length, page_size: page.size, page_number: page.number };
      return {
        status: 200,
        headers: { Link: linksOf(`${config.baseUrl}/assets`, page, listed.length) },
        bytes: listBytes('"data":', shown.map(bytesOf), `,"meta":${JSON.stringify(meta)}`),
        ...valid,
      };
    },
  };

  const getAsset: KeyedRoute = {
    operationId: 'getAsset',
    summary: 'Get one verified asset',
    ...getAssetDocs,
    interface: 'A',
    method: 'GET',
    path: '/assets/:chain/:account_address',
    scopes: [],
    restsOn: 'registry',
    params: { chain: chainParameter, account_address: addressParameter },
    responses: { 200: { description: 'The asset record', schema: assetRecord } },
    errors: ['not_found'],
    handle: async ({ params }) => {
      await registry.untilCurrent();
      const found = registry
        .atAddress(params['account_address'] ?? '')
        .filter((asset) => asset.chain.slug === params['chain'] && asset.public)
        .slice(0, 1);
      const [entry] = await registry.entries(found);
      if (!entry?.record.public) throw notFound();
      return { status: 200, ...validity([entry]), bytes: bytesOf(entry) };
    },
  };

  return [listAssets, getAsset];
}

const hasLogo = ({ record }: RegistryEntry): boolean =>
  record.imageUrl !== null && logoHashOf(record.imageUrl) !== null;

const notFound = (): ApiError => new ApiError('not_found', 'Asset not found');

interface Page {
  readonly size: number;
  readonly number: number;
}

const pageOf = ({ query }: KeyedRequest): Page => ({
  size: Math.min(numberOr(query.one('page_size'), defaultPageSize), largestPageSize),
  number: Math.min(numberOr(query.one('page_number'), 1), largestNumber),
});

const numberOr = (value: string | null, otherwise: number): number => (value === null ? otherwise : Number(value));

/** RFC 8288 links to the first, previous, next and last page (conformance A-10). */
function linksOf(url: string, page: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / page.size));
  const relations: readonly (readonly [string, number])[] = [
    ['first', 1],
    ...(page.number > 1 ? [['prev', Math.min(page.number - 1, last)] as const] : []),
    ...(page.number < last ? [['next', page.number + 1] as const] : []),
    ['last', last],
  ];
  return relations
    .map(([relation, number]) => `<${url}?page_size=${page.size}&page_number=${number}>; rel="${relation}"`)
    .join(', ');
}
