import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';

/** How many issuers have a token with a symbol, in any case; 1 for a symbol that none of these tokens has. */
export function issuersBySymbol(
  assets: readonly Pick<AssetSummary, 'issuer' | 'symbol'>[],
): (symbol: string) => number {
  const found = new Map<string, Set<string>>();
  for (const { symbol, issuer } of assets) {
    const key = symbol.toLowerCase();
    found.set(key, (found.get(key) ?? new Set()).add(issuer?.did ?? ''));
  }
  return (symbol) => found.get(symbol.toLowerCase())?.size ?? 1;
}
