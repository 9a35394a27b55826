import { type Chain, chainBySlug } from '../schemas/values/chains.ts';
import type { AssetRecord } from '../schemas/generated/records.ts';

/** One asset as it now is. A new record makes a new entry, so what is derived from an entry can be kept with it. */
export interface RegistryEntry {
  readonly record: AssetRecord;
  readonly chain: Chain;
}

export interface RegistryReader {
  readonly byId: (assetId: string) => RegistryEntry | null;
  /** Deployments at an address on any chain; EVM addresses in any case (conformance ). */
  readonly atAddress: (address: string) => readonly RegistryEntry[];
  /** What `GET /assets` lists, oldest registration first (conformance ). */
  readonly listed: () => readonly RegistryEntry[];
}

export interface RegistryIndex extends RegistryReader {
  /** Takes a record in; an older version than the one held changes nothing. */
  readonly apply: (record: AssetRecord) => void;
}

/** The registry in memory. */
export function createRegistryIndex(): RegistryIndex {
  const entries = new Map<string, RegistryEntry>();
  const addresses = new Map<string, readonly RegistryEntry[]>();
  let listed: readonly RegistryEntry[] | null = null;

  const withdraw = (entry: RegistryEntry): void => {
    const key = comparableAddress(entry.record.address);
    const others = (addresses.get(key) ?? []).filter((other) => other !== entry);
    if (others.length === 0) addresses.delete(key);
    else addresses.set(key, others);
  };

  return {
    apply: (record) => {
      const chain = chainBySlug(record.chain);
      const previous = entries.get(record.assetId);
      if (chain === undefined || (previous !== undefined && previous.record.position >= record.position)) return;
      if (previous !== undefined) withdraw(previous);
      const entry = { record, chain };
      entries.set(record.assetId, entry);
      const key = comparableAddress(record.address);
      addresses.set(key, [...(addresses.get(key) ?? []), entry].sort(byRegistration));
      listed = null;
    },
    byId: (assetId) => entries.get(assetId) ?? null,
    atAddress: (address) => addresses.get(comparableAddress(address)) ?? [],
    listed: () => {
      listed ??= [...entries.values()].filter(isListed).sort(byRegistration);
      return listed;
    },
  };
}

const isListed = ({ record, chain }: RegistryEntry): boolean => record.public && chain.listed && record.issuer !== null;

const byRegistration = (a: RegistryEntry, b: RegistryEntry): number =>
  a.record.registeredAt - b.record.registeredAt || (a.record.assetId < b.record.assetId ? -1 : 1);

/** Hex addresses compare without case; base58 ones are case-sensitive. */
const comparableAddress = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
