import { closedObject, type JsonSchema, named, uuid } from '../../../../schemas/json-schema.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';

const textOrNull: JsonSchema = { type: ['string', 'null'] };

/** The `asset` member of watchlist items and changes (conformance B-06). */
const asset = closedObject({
  id: uuid,
  name: textOrNull,
  symbol: textOrNull,
  issuerName: textOrNull,
  chain: textOrNull,
  chainId: { type: ['integer', 'null'] },
  contractAddress: textOrNull,
});

export const watchedAsset = named('WatchedAsset', asset);

/** An asset for the key holder that watches it; during the intake only its id is shown. */
export function presentWatchedAsset(registry: RegistryReader, assetId: string, gathering: boolean): object {
  const asset = gathering ? null : registry.byId(assetId);
  return {
    id: assetId,
    name: asset?.name ?? null,
    symbol: asset?.symbol ?? null,
    issuerName: asset?.issuerName ?? null,
    chain: asset?.chain.caip2 ?? null,
    chainId: asset?.chain.chainId ?? null,
    contractAddress: asset?.address ?? null,
  };
}
