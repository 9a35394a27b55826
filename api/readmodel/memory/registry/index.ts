import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssetRecord, RecordIssuer } from '../../../../schemas/generated/records.ts';
import { type Chain, chainBySlug } from '../../../../schemas/values/chains.ts';
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';
import { createGroups } from './groups.ts';
import { createOrderedList } from './ordered-list.ts';
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
  readonly search: Omit<SearchIndex<AssetSummary>, 'add' | 'orders' | 'remove'>;
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
  /** Puts what was added in order, a list in each turn of the event loop. Otherwise the first reader of a list does it. */
  readonly settle: () => Promise<void>;
}

/** Index of all assets by id and by address. */
export function createRegistryIndex(): RegistryIndex {
  const assets = new Map<string, AssetSummary>();
  const addresses = createGroups<AssetSummary>();
  const codes = createGroups<AssetSummary>();
  const search = createSearchIndex<AssetSummary>();
  const issuerOf = createIssuers();
  const listed = createOrderedList(byRegistration);
  const searchable = createOrderedList(byRegistration);
  let version = 0;

  const everywhere = (act: 'add' | 'remove', asset: AssetSummary): void => {
    addresses[act](comparableAddress(asset.address), asset);
    for (const code of codesOf(asset)) codes[act](code, asset);
    if (isListed(asset)) listed[act](asset);
    if (!asset.public) return;
    searchable[act](asset);
    search[act](asset);
  };

  return {
    apply: (fields) => {
      const chain = chainBySlug(fields.chain);
      const previous = assets.get(fields.assetId);
      if (chain === undefined || (previous !== undefined && previous.position >= fields.position)) return;
      if (previous !== undefined) everywhere('remove', previous);
      const asset = summaryOf(fields, chain, issuerOf);
      assets.set(asset.assetId, asset);
      everywhere('add', asset);
      version += 1;
    },
    byId: (assetId) => assets.get(assetId) ?? null,
    all: () => [...assets.values()],
    atAddress: (address) => [...addresses.of(comparableAddress(address))].sort(byRegistration),
    withCode: (code) => [...codes.of(code)].sort(byRegistration),
    search,
    listed: listed.items,
    searchable: searchable.items,
    version: () => version,
    settle: async () => {
      for (const order of [listed.items, searchable.items, ...search.orders]) {
        order();
        await nextTurn();
      }
    },
  };
}

function summaryOf(
  fields: SummaryFields,
  chain: Chain,
  issuerOf: (issuer: RecordIssuer) => IssuerSummary,
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
  const shared = issuer === null ? null : issuerOf(issuer);
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
    issuerName: shared?.name ?? null,
    issuer: shared,
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

const codesOf = ({ did, slug, issuer }: AssetSummary): readonly string[] => {
  if (issuer === null) return [did, slug];
  return issuer.lei === null ? [did, slug, issuer.did] : [did, slug, issuer.did, issuer.lei];
};

/** One object for equal issuers: 100,000 assets of 1,000 issuers keep 1,000 of them. */
function createIssuers(): (issuer: RecordIssuer) => IssuerSummary {
  const known = new Map<string, IssuerSummary>();
  // Records that are read together share their issuers.
  return memoizeByObject((issuer) => {
    const summary = issuerSummaryOf(issuer);
    const key = JSON.stringify(summary);
    const shared = known.get(key) ?? summary;
    known.set(key, shared);
    return shared;
  });
}

/** Whether lists of the registry have the asset. */
export const isListed = (asset: AssetSummary): boolean =>
  asset.public && asset.chain.listed && asset.issuerName !== null;

const byRegistration = (a: AssetSummary, b: AssetSummary): number =>
  a.registeredAt - b.registeredAt || (a.assetId < b.assetId ? -1 : 1);

/** Hex addresses compare without case; base58 ones are case-sensitive. */
const comparableAddress = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
