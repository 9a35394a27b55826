import type { RegistryAsset, RegistryParty } from '../../schemas/generated/records.ts';

/** A declaration and the time from which it is valid. */
export interface DatedDeclaration<V> {
  readonly value: V;
  /** Record time, milliseconds. */
  readonly recordTime: number;
}

/** The current registry: the last record of every party and asset. */
export interface RegistrySnapshot {
  readonly parties: ReadonlyMap<string, DatedDeclaration<RegistryParty>>;
  readonly assets: ReadonlyMap<string, DatedDeclaration<RegistryAsset>>;
}

/** The last record of every party and asset, from their records in log order. */
export const snapshotOf = (
  parties: Iterable<DatedDeclaration<RegistryParty>>,
  assets: Iterable<DatedDeclaration<RegistryAsset>>,
): RegistrySnapshot => ({
  parties: new Map([...parties].map((record) => [record.value.partyId, record])),
  assets: new Map([...assets].map((record) => [record.value.assetId, record])),
});
