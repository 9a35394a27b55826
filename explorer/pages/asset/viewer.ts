import { ApiError } from '../../../api/errors.ts';
import { memoizeFor } from '../../../api/memory/memoize.ts';
import type { RegistryEntry } from '../../../api/memory/registry/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { ifReachable } from '../optional.ts';
import { createHistoryReader, readLists } from './queries.ts';
import type { Screening } from './verdict.ts';
import { type AssetView, assetView } from './view.ts';

const listsForMs = 30_000;

export type ViewerDependencies = Pick<
  ExplorerDependencies,
  'clock' | 'config' | 'publicSanctions' | 'registry' | 'sources' | 'tables' | 'versions'
>;

/** What anybody may see of a token. */
export type ViewAsset = (address: string, chain: string) => Promise<AssetView>;

/** Throws ApiError `not_found` for a token that is not public. */
export function createAssetViewer(dependencies: ViewerDependencies): ViewAsset {
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

  return async (address, chain) => {
    const [entry, others] = await find(address, chain);
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
}

const notFound = (): ApiError => new ApiError('not_found', 'No verified token at this address on this chain');
