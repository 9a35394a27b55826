import type { ObservedChain } from './chain-family.ts';
import type { ChainProvider, ProviderSet } from './provider-set.ts';
import type { Tip } from './tip.ts';

interface ChainProviders {
  readonly observed: ObservedChain;
  readonly providers: ProviderSet;
}

/**
 * Tries once an hour what each provider of a block can do. One whose proofs do not fit the state root of the block serves
 * another state than that of its blocks: it is left out. Returns the others.
 */
export async function tryProviders(
  { observed: { family }, providers }: ChainProviders,
  { block, providers: agreed }: Extract<Tip, { readonly ok: true }>,
  signal: AbortSignal,
): Promise<readonly ChainProvider[]> {
  const { capabilities } = family;
  if (capabilities === null) return agreed;
  const usable = await Promise.all(
    agreed.map(async (provider) => {
      if (!provider.isUntried()) return true;
      const found = await capabilities(provider, block, signal);
      provider.can(found);
      if (found?.proofs !== 'contradicted') return true;
      const why = `gives proofs that do not fit the state root of block ${block.number}`;
      providers.leaveOut(provider.label, `provider ${provider.label} ${why}`);
      return false;
    }),
  );
  return agreed.filter((_, index) => usable[index] === true);
}
