import type { AssetRecord, RecordIssuer } from '../../../../schemas/generated/records.ts';
import { type Chain, chainBySlug } from '../../../../schemas/values/chains.ts';
import { createSearchIndex, type SearchIndex } from './search/search-index.ts';

/** The members of an asset that are always in memory: those that find, list and name it. */
export interface AssetSummary
  extends Pick<
    AssetRecord,
    | 'assetId'
    | 'position'
    | 'registeredAt'
    | 'public'
    | 'did'
    | 'slug'
    | 'address'
    | 'standard'
    | 'decimals'
    | 'name'
    | 'symbol'
    | 'sourcesDeclared'
    | 'chainReading'
  > {
  readonly chain: Chain;
  /** Whether it was withdrawn: then no lookup finds it. */
  readonly isWithdrawn: boolean;
  /** Null if the registry has no issuer for it. */
  readonly issuerName: string | null;
  /** Null with `issuerName`; assets of one issuer share the object. */
  readonly issuer: IssuerSummary | null;
}

/** The members of an issuer that find and name it. */
type IssuerSummary = Pick<RecordIssuer, 'aliases' | 'did' | 'kyiStatus' | 'lei' | 'legalName' | 'name' | 'partyId'>;

export interface RegistryReader {
  readonly byId: (assetId: string) => AssetSummary | null;
  /** Every asset, withdrawn ones too. */
  readonly all: () => readonly AssetSummary[];
  /** Deployments at an address on any chain; EVM addresses in any case (conformance ). */
  readonly atAddress: (address: string) => readonly AssetSummary[];
  /** Deployments with a DID or slug of their own, or of the issuer with a DID or LEI; as they are written. */
  readonly withCode: (code: string) => readonly AssetSummary[];
  /** Public assets by words of theirs. */
  readonly search: Omit<SearchIndex<AssetSummary>, 'add' | 'remove'>;
  /** Assets of `GET /assets`, oldest registration first (conformance ). */
  readonly listed: () => readonly AssetSummary[];
  /** Assets that a search of the public registry can find, on all chains; oldest registration first. */
  readonly searchable: () => readonly AssetSummary[];
  /** Grows with every record that is applied. */
  readonly version: () => number;
}

/** The input of a summary. */
export type SummaryFields = Omit<AssetSummary, 'chain' | 'isWithdrawn' | 'issuer' | 'issuerName'> &
  Pick<AssetRecord, 'chain' | 'issuer' | 'status'>;

export interface RegistryIndex extends RegistryReader {
  /** Adds or replaces an asset; a version that is not newer is ignored. */
  readonly apply: (fields: SummaryFields) => void;
}

/** Index of all assets by id and by address. */
export function createRegistryIndex(): RegistryIndex {
  const assets = new Map<string, AssetSummary>();
  const addresses = new Map<string, readonly AssetSummary[]>();
  const codes = new Map<string, Set<AssetSummary>>();
  const search = createSearchIndex<AssetSummary>();
  const sharedIssuer = createShared<IssuerSummary>();
  let listed: readonly AssetSummary[] | null = null;
  let searchable: readonly AssetSummary[] | null = null;
  let version = 0;

  const withdraw = (asset: AssetSummary): void => {
    search.remove(asset);
    for (const code of codesOf(asset)) {
      const others = codes.get(code);
      others?.delete(asset);
      if (others?.size === 0) codes.delete(code);
    }
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
      const asset = summaryOf(fields, chain, sharedIssuer);
      assets.set(asset.assetId, asset);
      if (asset.public) search.add(asset);
      for (const code of codesOf(asset)) {
        const others = codes.get(code);
        if (others === undefined) codes.set(code, new Set([asset]));
        else others.add(asset);
      }
      const key = comparableAddress(asset.address);
      addresses.set(key, [...(addresses.get(key) ?? []), asset].sort(byRegistration));
      listed = null;
      searchable = null;
      version += 1;
    },
    byId: (assetId) => assets.get(assetId) ?? null,
    all: () => [...assets.values()],
    atAddress: (address) => addresses.get(comparableAddress(address)) ?? [],
    withCode: (code) => [...(codes.get(code) ?? [])].sort(byRegistration),
    search,
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

function summaryOf(
  fields: SummaryFields,
  chain: Chain,
  sharedIssuer: (issuer: IssuerSummary) => IssuerSummary,
): AssetSummary {
  const {
    assetId,
    position,
    registeredAt,
    address,
    standard,
    decimals,
    name,
    symbol,
    sourcesDeclared,
    did,
    slug,
    issuer,
    chainReading,
  } = fields;
  return {
    assetId,
    position,
    registeredAt,
    public: fields.public,
    isWithdrawn: fields.status === 'withdrawn',
    did,
    slug,
    address,
    standard,
    decimals,
    name,
    symbol,
    sourcesDeclared,
    chainReading,
    chain,
    issuerName: issuer?.name ?? null,
    issuer: issuer === null ? null : sharedIssuer(issuerSummaryOf(issuer)),
  };
}

const issuerSummaryOf = ({ aliases, did, kyiStatus, lei, legalName, name, partyId }: RecordIssuer): IssuerSummary => ({
  aliases,
  did,
  kyiStatus,
  lei,
  legalName,
  name,
  partyId,
});

const codesOf = ({ did, slug, issuer }: AssetSummary): ReadonlySet<string> =>
  new Set([did, slug, ...(issuer === null ? [] : [issuer.did, issuer.lei ?? issuer.did])]);

/** One object for equal values: 100,000 assets of 1,000 issuers keep 1,000 of them. */
function createShared<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const shared = known.get(key) ?? value;
    known.set(key, shared);
    return shared;
  };
}

/** Whether lists of the registry have the asset. */
export const isListed = (asset: AssetSummary): boolean =>
  asset.public && asset.chain.listed && asset.issuerName !== null;

const byRegistration = (a: AssetSummary, b: AssetSummary): number =>
  a.registeredAt - b.registeredAt || (a.assetId < b.assetId ? -1 : 1);

/** Hex addresses compare without case; base58 ones are case-sensitive. */
const comparableAddress = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
