import type { RegistryReader, AssetSummary } from '../../../memory/registry/index.ts';
import { caip19Of } from '../named-asset.ts';
import { presentAddedItem, presentWatchItem } from '../present.ts';
import { mostCandidates } from '../schema.ts';
import type { WatchResult } from './watch-many.ts';

/** A result of a batch (conformance B-94). `note` is the opened one of its item. */
export function presentResult(
  { query, outcome, message, item, candidates }: WatchResult,
  note: string | null,
  registry: RegistryReader,
): object {
  const present = outcome === 'added' ? presentAddedItem : presentWatchItem;
  return {
    query,
    outcome,
    message,
    ...(item === null ? {} : { item: present(item, note, registry) }),
    ...(outcome === 'ambiguous' ? { candidates: candidates.slice(0, mostCandidates).map(presentCandidate) } : {}),
  };
}

const presentCandidate = (asset: AssetSummary): object => ({
  assetId: asset.assetId,
  caip19: caip19Of(asset),
  chain: asset.chain.caip2,
  symbol: asset.symbol,
  name: asset.name,
  issuerName: asset.issuerName,
});
