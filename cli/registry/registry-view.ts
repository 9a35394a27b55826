import { type RegistrySnapshot, snapshotOf } from '../../pipeline/registry/snapshot.ts';
import type { AssetRecord } from '../../schemas/generated/records.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import type { Engine } from '../engine/open-engine.ts';
import { newestValues, readTopic } from '../log/read-topic.ts';

/** The registry as declared on the log. */
export async function registrySnapshot(engine: Engine): Promise<RegistrySnapshot> {
  return snapshotOf(await registered(engine, 'registry.parties'), await registered(engine, 'registry.assets'));
}

async function registered<T extends TopicName>(
  engine: Engine,
  topic: T,
): Promise<readonly { readonly value: ValueOf<T>; readonly recordTime: number }[]> {
  const records = [];
  for await (const { record, value } of readTopic(engine, topic)) {
    if (value !== null) records.push({ value, recordTime: record.timestamp });
  }
  return records;
}

/** Signers of an asset's authorities, from the asset records. */
export async function observedSigners(
  engine: Engine,
): Promise<(assetId: string, authority: { readonly type: string; readonly address: string }) => readonly string[]> {
  const records = new Map<string, AssetRecord>(
    [...(await newestValues(engine, 'asset.records'))].map(([assetId, { value }]) => [assetId, value]),
  );
  return (assetId, { type, address }) =>
    records.get(assetId)?.authorities.find((one) => one.type === type && one.address === address)?.signers ?? [];
}
