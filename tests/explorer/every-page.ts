/** Every page, a row each: all tests of pages in a browser go through this table. */
import { asset, assetId } from '../api/records.ts';
import type { World } from './world.ts';

export interface Page {
  /** Name of its approved texts. */
  readonly name: string;
  readonly path: (world: World) => string;
  /** Who sees it: everybody, or a key with every scope. */
  readonly for: 'public' | 'reader';
  /** Status of its answer; 200 if left out. */
  readonly status?: number;
}

const page = (name: string, path: string | Page['path'], part: Partial<Page> = {}): Page => ({
  ...{ name, path: typeof path === 'string' ? () => path : path, for: 'reader' },
  ...part,
});

export const pages: readonly Page[] = [
  page('home', '/', { for: 'public' }),
  page('search', '/?q=nothing', { for: 'public' }),
  page('asset', `/verified-assets/${asset(1).address}/ethereum`, { for: 'public' }),
  page('sources', '/sources', { for: 'public' }),
  page('source', '/sources/esma-emtwp', { for: 'public' }),
  page('signin', '/signin', { for: 'public' }),
  page('unknown', '/nothing', { for: 'public', status: 404 }),
  page('document', ({ ids }) => `/sources/documents/${ids.document}`),
  page('changes', '/changes'),
  page('change', ({ ids }) => `/changes/${encodeURIComponent(ids.change)}`),
  page('inbox', '/inbox'),
  page('inbox-all', '/inbox?show=all'),
  page('watchlist', '/watchlist?add=TK2'),
  page('watched', ({ ids }) => `/watchlist/${ids.item}`),
  page('obligations', `/obligations/${assetId(1)}`),
  page('account', '/account'),
  page('operator', '/operator'),
  page('operator-keys', '/operator/keys'),
  page('operator-tenants', '/operator/tenants'),
  page('operator-parked', '/operator/parked'),
  page('operator-intake', '/operator/intake'),
  page('operator-rules', '/operator/rules'),
];
