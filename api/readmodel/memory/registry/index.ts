import type { AssetRecord } from '../../../../schemas/generated/records.ts';
import { type Chain, chainBySlug } from '../../../../schemas/values/chains.ts';
import { createNameIndex } from './names.ts';

/** The members of an asset that are always in memory: those that find, list and name it. */
export interface AssetSummary
  extends Pick<
    AssetRecord,
    | 'assetId'
    | 'position'
    | 'registeredAt'
    | 'public'
    | 'address'
    | 'standard'
    | 'decimals'
    | 'name'
    | 'symbol'
    | 'chainReading'
  > {
  readonly chain: Chain;
  /** Null if the registry has no issuer for it. */
  readonly issuerName: string | null;
}

export interface RegistryReader {
  readonly byId: (assetId: string) => AssetSummary | null;
  /** Deployments at an address on any chain; EVM addresses in any case (conformance ). */
  readonly atAddress: (address: string) => readonly AssetSummary[];
  /** Public assets by their exact ticker, or by words of their issuer's name; in any case. */
  readonly byTicker: (ticker: string) => readonly AssetSummary[];
  readonly byIssuerName: (words: string) => readonly AssetSummary[];
  /** Assets of `GET /assets`, oldest registration first (conformance ). */
  readonly listed: () => readonly AssetSummary[];
  /** Assets that a search of the public registry can find, on all chains; oldest registration first. */
  readonly searchable: () => readonly AssetSummary[];
  /** Grows with every record that is applied. */
  readonly version: () => number;
}

/** The input of a summary. */
export type SummaryFields = Omit<AssetSummary, 'chain' | 'issuerName'> &
  Pick<AssetRecord, 'chain'> & { readonly issuer: { readonly name: string } | null };

export interface RegistryIndex extends RegistryReader {
  /** Adds or replaces an asset; a version that is not newer is ignored. */
  readonly apply: (fields: SummaryFields) => void;
}

/** Index of all assets by id and by address. */
export function createRegistryIndex(): RegistryIndex {
  const assets = new Map<string, AssetSummary>();
  const addresses = new Map<string, readonly AssetSummary[]>();
  const names = createNameIndex<AssetSummary>();
  let listed: readonly AssetSummary[] | null = null;
  let searchable: readonly AssetSummary[] | null = null;
  let version = 0;

  const withdraw = (asset: AssetSummary): void => {
    names.remove(asset);
    const key = comparableAddress(asset.address);
    const others = (addresses.get(key) ?? []).filter((other) => other !== asset);
    if (others.length === 0) addresses.delete(key);
    else addresses.set(key, others);
  };

  return {
    apply: (fields) => {
      const chain = chainBySlug(fields.chain);
      const previous = assets.get(fields.assetId);
      if (chain === undefined || (previous !== undefined && previous.position >= fields.position)) return;
      if (previous !== undefined) withdraw(previous);
      const asset = summaryOf(fields, chain);
      assets.set(asset.assetId, asset);
      if (asset.public) names.add(asset);
      const key = comparableAddress(asset.address);
      addresses.set(key, [...(addresses.get(key) ?? []), asset].sort(byRegistration));
      listed = null;
      searchable = null;
      version += 1;
    },
    byId: (assetId) => assets.get(assetId) ?? null,
    atAddress: (address) => addresses.get(comparableAddress(address)) ?? [],
    byTicker: names.byTicker,
    byIssuerName: names.byIssuerName,
    listed: () => {
      listed ??= [...assets.values()].filter(isListed).sort(byRegistration);
      return listed;
    },
    searchable: () => {
      searchable ??= [...assets.values()].filter((asset) => asset.public).sort(byRegistration);
      return searchable;
    },
    version: () => version,
  };
}

const summaryOf = (fields: SummaryFields, chain: Chain): AssetSummary => ({
  assetId: fields.assetId,
  position: fields.position,
  registeredAt: fields.registeredAt,
  public: fields.public,
  address: fields.address,
  standard: fields.standard,
  decimals: fields.decimals,
  name: fields.name,
  symbol: fields.symbol,
  chainReading: fields.chainReading,
  chain,
  issuerName: fields.issuer?.name ?? null,
});

/** Whether lists of the registry have the asset. */
export const isListed = (asset: AssetSummary): boolean =>
  asset.public && asset.chain.listed && asset.issuerName !== null;

const byRegistration = (a: AssetSummary, b: AssetSummary): number =>
  a.registeredAt - b.registeredAt || (a.assetId < b.assetId ? -1 : 1);

/** Hex addresses compare without case; base58 ones are case-sensitive. */
const comparableAddress = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
