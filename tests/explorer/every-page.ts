/** Every page, a row each: all tests of pages in a browser go through this table. */
import { asset, assetId, day, now } from '../api/records.ts';
import type { World } from './world.ts';

export interface Page {
  /** Name of its approved texts. */
  readonly name: string;
  readonly path: (world: World) => string;
  /** Who sees it: everybody, or a key with every scope. */
  readonly for: 'public' | 'reader';
  /** Status of its answer; 200 if left out. */
  readonly status?: number;
  /** Made by a library in the browser: an element that is there when it is whole. Its texts are not ours to approve. */
  readonly drawnBy?: string;
}

const page = (name: string, path: string | Page['path'], part: Partial<Page> = {}): Page => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  for: 'reader',
  ...part,
});

const publicChange = `/verified-assets/${asset(1).address}/ethereum/changes`;
const foldedChange = `/verified-assets/${asset(3).address}/ethereum/changes`;

export const pages: readonly Page[] = [
  page('home', '/', { for: 'public' }),
  page('search', '/?q=nothing', { for: 'public' }),
  page('tokens', '/tokens', { for: 'public' }),
  page('asset', `/verified-assets/${asset(1).address}/ethereum`, { for: 'public' }),
  page('asset-field', `/verified-assets/${asset(1).address}/ethereum/fields/governing_law`, { for: 'public' }),
  page('public-change', ({ ids }) => `${publicChange}/${encodeURIComponent(ids.change)}`, { for: 'public' }),
  page('public-evidence', ({ ids }) => `${foldedChange}/${encodeURIComponent(ids.folded)}/evidence`, { for: 'public' }),
  page('entity', '/entities/acme', { for: 'public' }),
  page('sources', '/sources', { for: 'public' }),
  page('source', '/sources/esma-emtwp', { for: 'public' }),
  page('signin', '/signin', { for: 'public' }),
  page('docs', '/docs', { for: 'public', drawnBy: '.opblock' }),
  page('status', '/status', { for: 'public' }),
  page('help', '/help', { for: 'public' }),
  page('unknown', '/nothing', { for: 'public', status: 404 }),
  page('document', ({ ids }) => `/sources/documents/${ids.document}`),
  page(
    'document-compared',
    ({ ids }) =>
      `/sources/documents/${ids.document}?from=${new Date(now - 9 * day).toISOString()}&to=${new Date(now - 2 * day).toISOString()}`,
  ),
  page('changes', '/changes?by=known'),
  page('changes-new', '/changes/new'),
  page('change', ({ ids }) => `/changes/${encodeURIComponent(ids.change)}`),
  page('evidence', ({ ids }) => `/changes/${encodeURIComponent(ids.folded)}/evidence`),
  page('inbox', '/inbox'),
  page('inbox-all', '/inbox?show=all'),
  page('watchlist', '/watchlist?add=TK2'),
  page('watchlist-open', '/watchlist?show=open'),
  page('changes-narrow', '/changes?by=known&severity=severe,high,medium&direction=weakens'),
  page('watchlist-add', '/watchlist/add?text=TK2'),
  page('watched', ({ ids }) => `/watchlist/${ids.item}`),
  page('obligations', `/obligations/${assetId(1)}`),
  page('account', '/account'),
  page('webhooks', '/account/webhooks'),
  page('endpoint', ({ ids }) => `/account/webhooks/${ids.endpoint}`),
  page('operator', '/operator'),
  page('operator-registry', '/operator/registry'),
  page('operator-parties', '/operator/registry?kind=parties'),
  page('operator-asset', ({ ids }) => `/operator/registry/assets/${ids.registered}`),
  page('operator-party', ({ ids }) => `/operator/registry/parties/${ids.party}`),
  page('operator-add', '/operator/registry/add'),
  page('operator-import', '/operator/registry/import'),
  page('operator-keys', '/operator/keys'),
  page('operator-tenants', '/operator/tenants'),
  page('operator-parked', '/operator/parked'),
  page('operator-intake', '/operator/intake'),
  page('operator-requests', '/operator/requests'),
  page('operator-rules', '/operator/rules'),
];
