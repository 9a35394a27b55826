import type { BenchEngine } from './engine.ts';

/** Id of the observation that declared each asset. */
export async function declarationsIn({
  log,
  codec,
}: Pick<BenchEngine, 'codec' | 'log'>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const topic = 'observations';
  for (const { partition, low, end } of await log.ranges(topic)) {
    for (let from = low; from < end; ) {
      const records = await log.read({ topic, partition, from, maxRecords: 1_000 });
      if (records.length === 0) break;
      from = (records.at(-1)?.offset ?? end) + 1;
      for (const { value } of records) {
        const one = value === null ? null : codec.decode(topic, value);
        if (one?.subjectKind === 'asset' && one.field === 'declaration') ids.set(one.assetId, one.id);
      }
    }
  }
  return ids;
}
