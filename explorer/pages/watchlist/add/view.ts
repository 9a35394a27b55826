import type { AssetSummary, RegistryReader } from '../../../../api/readmodel/memory/registry/index.ts';
import { warningsOf } from '../../../../api/readmodel/resources/search/warnings.ts';
import type { WatchedBatch, WatchResult } from '../../../../api/readmodel/resources/watchlist/batch/watch-many.ts';
import { caip19Of } from '../../../../api/readmodel/resources/watchlist/named-asset.ts';
import { mostCandidates } from '../../../../api/readmodel/resources/watchlist/schema.ts';
import { chainName } from '../../../labels/chains.ts';
import { addressesShown } from '../../../labels/deployments.ts';
import { caip19In } from './lines.ts';

/** A token that can be chosen. */
export interface Choice {
  readonly assetId: string;
  readonly symbol: string;
  readonly name: string;
  readonly chain: string;
  readonly issuer: string;
  /** Short address of a token that may be taken for another, or for another of those offered; null for any other. */
  readonly address: string | null;
}

/** What a paste finds, before anything is added. */
export interface PasteView {
  readonly found: readonly Choice[];
  /** Found, beyond the last free place. */
  readonly overLimit: readonly Choice[];
  readonly already: number;
  readonly ambiguous: readonly {
    readonly line: string;
    readonly candidates: readonly Choice[];
    /** Tokens that match and are not among them. */
    readonly more: number;
  }[];
  readonly missing: readonly {
    readonly line: string;
    readonly isRegistered: boolean;
    /** What a request can name; null where the line does not name one token on one chain. */
    readonly caip19: string | null;
  }[];
  /** Lines that were not understood, and what is left out, with the reason. */
  readonly refused: readonly { readonly line: string; readonly why: string }[];
  /** "212 found, 31 not registered". */
  readonly summary: string;
}

type Registry = Pick<RegistryReader, 'byId' | 'search'>;

export function pasteView({ results }: WatchedBatch, registry: Registry): PasteView {
  const of = (...outcomes: readonly WatchResult['outcome'][]): readonly WatchResult[] =>
    results.filter(({ outcome }) => outcomes.includes(outcome));
  const choicesOf = (some: readonly WatchResult[]): readonly Choice[] =>
    choices(
      some.map(({ assetId }) => (assetId === null ? null : registry.byId(assetId))),
      registry,
    );
  const cut = of('over_limit').filter(({ assetId }) => assetId === null);
  const view = {
    found: choicesOf(of('added')),
    overLimit: choicesOf(of('over_limit')),
    already: of('already').length,
    ambiguous: of('ambiguous').map((result) => ({
      line: lineOf(result),
      candidates: choices(result.candidates.slice(0, mostCandidates), registry),
      more: Math.max(0, result.candidates.length - mostCandidates),
    })),
    missing: of('not_registered', 'not_verified').map((result) => missingOf(result, registry)),
    refused: [...of('malformed'), ...cut].map((result) => ({ line: lineOf(result), why: result.message })),
  };
  return { ...view, summary: summaryOf(view) };
}

function missingOf(result: WatchResult, registry: Registry): PasteView['missing'][number] {
  const asset = result.assetId === null ? null : registry.byId(result.assetId);
  const isRegistered = result.outcome === 'not_verified';
  return {
    line: lineOf(result),
    isRegistered,
    caip19: isRegistered && asset !== null ? caip19Of(asset) : caip19In(lineOf(result)),
  };
}

const lineOf = ({ query }: WatchResult): string => (query as { readonly text: string }).text;

function choices(assets: readonly (AssetSummary | null)[], registry: Registry): readonly Choice[] {
  const known = assets.filter((asset) => asset !== null);
  const addresses = addressesShown(known, (asset) => warningsOf(asset, registry).length > 0);
  return known.map((asset, index) => {
    const { assetId, symbol, name, chain, issuerName } = asset;
    return {
      assetId,
      symbol,
      name,
      chain: chainName(chain.slug),
      issuer: issuerName ?? 'no issuer declared',
      address: addresses[index] ?? null,
    };
  });
}

function summaryOf(view: Omit<PasteView, 'summary'>): string {
  const isAbsent = (registered: boolean) => view.missing.filter(({ isRegistered }) => isRegistered === registered);
  const counts: readonly (readonly [number, string])[] = [
    [view.found.length, 'found'],
    [view.already, 'on the list already'],
    [view.ambiguous.length, 'ambiguous'],
    [isAbsent(false).length, 'not registered'],
    [isAbsent(true).length, 'not verified'],
    [view.overLimit.length, 'over the limit'],
    [view.refused.length, 'not understood'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
