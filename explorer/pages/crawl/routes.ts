import type { Answer } from '../../../api/route/answer.ts';
import { ApiError } from '../../../api/errors.ts';
import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { entityPath } from '../../labels/entity-path.ts';
import type { PageRoute } from '../../page-route.ts';
import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';

/** Addresses of one file, by the protocol of sitemaps. */
export const mostAddresses = 50_000;

/** Robots and sitemap: every public token and entity, and nothing else (conformance PG-4). */
export function crawlRoutes({
  config,
  registry,
}: Pick<ExplorerDependencies, 'config' | 'registry'>): readonly PageRoute[] {
  const pathsOf = memoizeByObject(sitemapPaths);
  const base = config.publicPageBase;
  const route = (name: string, path: string, handle: PageRoute['handle']): PageRoute => ({
    name,
    method: 'GET',
    path,
    scopes: null,
    handle,
  });
  const sitemap = (number: string | null): Answer => {
    const paths = pathsOf(registry.searchable());
    const files = Math.max(1, Math.ceil(paths.length / mostAddresses));
    if (number === null && files > 1) return xml(indexOf(base, files));
    const at = number === null ? 0 : Number(number) - 1;
    if (!Number.isInteger(at) || at < 0 || at >= files) throw new ApiError('not_found', 'No such sitemap');
    return xml(addressesOf(base, paths.slice(at * mostAddresses, (at + 1) * mostAddresses)));
  };
  return [
    route('robots', '/robots.txt', () => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      bytes: Buffer.from(`${refusedToRobots.join('\n')}\nSitemap: ${base}/sitemap.xml\n`),
    })),
    route('sitemap', '/sitemap.xml', ({ query }) => sitemap(query.get('part'))),
  ];
}

const refusedToRobots = [
  'User-agent: *',
  ...['/?q=', '/account', '/changes', '/inbox', '/live', '/operator', '/signin', '/watchlist'].map(
    (path) => `Disallow: ${path}`,
  ),
];

/** Paths of public tokens, then of their issuers, each once. */
export function sitemapPaths(assets: readonly AssetSummary[]): readonly string[] {
  const tokens = assets.map(({ address, chain }) => assetPath(address, chain.slug));
  const entities = assets.flatMap(({ issuer }) => (issuer === null ? [] : [entityPath(issuer)]));
  return [...tokens, ...new Set(entities)];
}

const xml = (text: string): Answer => ({
  status: 200,
  type: 'application/xml; charset=utf-8',
  bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`),
});

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const addressesOf = (base: string, paths: readonly string[]): string =>
  `<urlset ${namespace}>${paths.map((path) => `<url><loc>${escaped(base + path)}</loc></url>`).join('')}</urlset>`;

const indexOf = (base: string, files: number): string => {
  const parts = Array.from({ length: files }, (_, index) => `${base}/sitemap.xml?part=${index + 1}`);
  return `<sitemapindex ${namespace}>${parts.map((one) => `<sitemap><loc>${escaped(one)}</loc></sitemap>`).join('')}</sitemapindex>`;
};

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
