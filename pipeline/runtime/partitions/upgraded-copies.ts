import type { NewRecord } from '../../../infra/log/log.ts';
import type { StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import { isSameContent } from '../../../schemas/same-content.ts';
import { type AssignedPartition, commitIfOwned } from './assignments.ts';
import { createReader } from './reader.ts';
import { copiedKeys, copyKey, copyOf } from './stored-copies.ts';

/** Records compared in one commit. */
const comparedRecords = 500;

/**
 * After an upgrade of a log that one process owns: appends the stored records that differ from the newest ones of their topics,
 * and deletes them from the state. What an interruption leaves in the state is compared at the next start.
 */
export async function writeUpgradedCopies(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  store: StateStore,
  topics: readonly TopicName[],
  {
    partition,
    assigned,
    supervision,
  }: Readonly<{ partition: number; assigned: AssignedPartition; supervision: Supervision }>,
): Promise<void> {
  const reader = createReader(deps, supervision, assigned.assignment);
  for (const topic of topics) {
    if (copiedKeys(store, partition, topic).next().done === true) continue;
    const { low, end } = await reader.range(topic, partition);
    const newest = new Map<string, Buffer | null>();
    for await (const { records } of reader.pages({ topic, partition, from: low, end })) {
      await supervision.retry(() => deps.codec.prepare(records.map(({ value }) => value)));
      for (const { key, value } of records) newest.set(key?.toString('utf8') ?? '', value);
    }
    for (const keys of batches(copiedKeys(store, partition, topic))) {
      const copies = keys.flatMap((key) => copyOf(store, partition, topic, key) ?? []);
      const outputs = copies.filter((copy) => !isNewest(deps, newest, copy));
      const writes = new Map(keys.map((key) => [copyKey(topic, key), null]));
      await commitIfOwned(supervision, store, assigned, { partition, writes, positions: [], outputs });
    }
  }
}

function isNewest(
  { codec }: Pick<RuntimeDeps, 'codec'>,
  newest: ReadonlyMap<string, Buffer | null>,
  { topic, key, value }: NewRecord,
): boolean {
  const found = newest.get(key.toString()) ?? null;
  return found !== null && isSameContent(codec, topic, found, value);
}

function* batches(keys: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const key of keys) {
    batch.push(key);
    if (batch.length < comparedRecords) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
