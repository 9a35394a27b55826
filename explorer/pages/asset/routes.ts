import { ApiError } from '../../../api/errors.ts';
import { memoizeFor } from '../../../api/memory/memoize.ts';
import type { RegistryEntry } from '../../../api/memory/registry/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { ifReachable } from '../optional.ts';
import { atomFeed } from './atom.ts';
import { assetPage } from './page.tsx';
import { createHistoryReader, readLists } from './queries.ts';
import type { Screening } from './verdict.ts';
import { type AssetView, assetView } from './view.ts';

const listsForMs = 30_000;

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'config' | 'publicSanctions' | 'registry' | 'sources' | 'tables' | 'versions'
>;

/** The public page of a token, and its changes as Atom (conformance U-01, U-11, U-12). */
export function assetRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, config, publicSanctions, registry, sources, tables } = dependencies;
  const readHistory = createHistoryReader(dependencies, publicSanctions);
  const lists = memoizeFor(listsForMs, clock, () => readLists(tables));

  const find = async (address: string, chain: string): Promise<readonly [RegistryEntry, readonly RegistryEntry[]]> => {
    const there = registry.atAddress(address);
    const [asset] = there.filter((one) => one.public && one.chain.slug === chain);
    if (asset === undefined) throw notFound();
    const [entry, ...others] = await registry.entries([asset, ...there.filter((one) => one.chain.slug !== chain)]);
    // The record may be newer than the summary, and no longer public.
    if (entry?.record.public !== true) throw notFound();
    return [entry, others];
  };

  const viewOf = async (params: Readonly<Record<string, string>>): Promise<AssetView> => {
    const [entry, others] = await find(params['address'] ?? '', params['chain'] ?? '');
    const [history, read] = await Promise.all([
      ifReachable(readHistory(entry.record.assetId)),
      publicSanctions ? ifReachable(lists().then((found) => ({ found }))) : null,
    ]);
    const screening: Screening = !publicSanctions
      ? { kind: 'hidden' }
      : history === null || read === null
        ? { kind: 'unknown' }
        : { kind: 'read', lists: read.found, matches: history.matches };
    return assetView({ entry, others, history, screening, sources, publicPageBase: config.publicPageBase });
  };

  return [
    {
      name: 'asset',
      method: 'GET',
      path: '/verified-assets/:address/:chain',
      scopes: null,
      handle: async ({ params, frame }) => pageAnswer(assetPage(await viewOf(params), frame)),
    },
    {
      name: 'assetAtom',
      method: 'GET',
      path: '/verified-assets/:address/:chain/changes.atom',
      scopes: null,
      handle: async ({ params }) => {
        const view = await viewOf(params);
        // An empty feed would state that there are no changes.
        if (view.changes === null) throw new ApiError('upstream_unavailable', 'Upstream service unavailable');
        return { status: 200, type: 'application/atom+xml; charset=utf-8', bytes: atomFeed(view) };
      },
    },
  ];
}

const notFound = (): ApiError => new ApiError('not_found', 'No verified token at this address on this chain');
