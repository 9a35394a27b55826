import type { RegistryReader } from '../../../../api/readmodel/memory/registry/index.ts';
import type { AskedToken } from '../../../../api/readmodel/resources/requests/requests.ts';
import type { WatchResult } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import { chainName } from '../../../labels/chains.ts';

/** What a form did, and each token for which it did nothing, or may have done nothing. */
export interface DoneView {
  /** "3 added, 2 asked for." */
  readonly summary: string;
  readonly left: readonly { readonly token: string; readonly why: string }[];
}

/** `tokens` is null if it is not known which of those `asked` for were recorded. */
export function doneView(
  results: readonly WatchResult[],
  tokens: readonly AskedToken[] | null,
  asked: readonly string[],
  registry: Pick<RegistryReader, 'byId'>,
): DoneView {
  const notAdded = results.filter(({ outcome }) => outcome !== 'added' && outcome !== 'already');
  const notAsked = (tokens ?? []).filter(({ outcome }) => outcome === 'refused');
  const counts: readonly (readonly [number, string])[] = [
    [results.filter(({ outcome }) => outcome === 'added').length, 'added'],
    [results.filter(({ outcome }) => outcome === 'already').length, 'on the list already'],
    [notAdded.length, 'not added'],
    [(tokens ?? []).filter(({ outcome }) => outcome === 'asked').length, 'asked for'],
    [(tokens ?? []).filter(({ outcome }) => outcome === 'already').length, 'asked for before'],
    [notAsked.length, 'not asked for'],
    [tokens === null ? asked.length : 0, 'perhaps asked for: the service did not answer in time, so ask again'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return {
    summary: `${parts.join(', ')}.`,
    left: [
      ...notAdded.map(({ assetId, message }) => ({ token: nameOf(assetId, registry), why: message })),
      ...notAsked.map(({ caip19, reason }) => ({ token: caip19, why: reason ?? '' })),
      ...(tokens === null ? asked.map((caip19) => ({ token: caip19, why: 'Not known whether it is asked for' })) : []),
    ],
  };
}

function nameOf(assetId: string | null, registry: Pick<RegistryReader, 'byId'>): string {
  const asset = assetId === null ? null : registry.byId(assetId);
  return asset === null ? (assetId ?? '') : `${asset.symbol} on ${chainName(asset.chain.slug)}`;
}
