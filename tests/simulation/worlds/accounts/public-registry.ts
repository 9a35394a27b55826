import type { ReadModel } from '../../../../api/readmodel/dependencies.ts';
import { parseCaip19 } from '../../../../schemas/values/caip.ts';
import { type AccountsState, assetIdOf } from './accounts-state.ts';

/** The registry as every process knows it at once: the assets of the world, and the tokens that have become public. */
export function registryOf({ size, clients }: AccountsState): ReadModel['registry'] {
  const assets = Array.from({ length: size.assets }, (_, asset) => assetIdOf(asset));
  const known = new Set(assets);
  const registry = {
    untilCurrent: async () => undefined,
    byId: (assetId: string) => (known.has(assetId) ? { assetId, public: true, isWithdrawn: false } : null),
    atAddress: (address: string) =>
      [...clients.publicTokens].flatMap((caip19) => {
        const token = parseCaip19(caip19);
        if (token === null || token.assetReference !== address) return [];
        const { chain, assetNamespace } = token;
        return [{ assetId: caip19, public: true, decimals: 6, standard: assetNamespace, chain: { caip2: chain } }];
      }),
  };
  return registry as unknown as ReadModel['registry'];
}
