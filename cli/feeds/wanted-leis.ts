import { isLei } from '../../schemas/values/lei.ts';
import { pagesOfPartition } from '../log/read-partition.ts';
import { decodeOrNull } from '../log/read-topic.ts';
import type { Engine } from '../engine/open-engine.ts';

/**
 * Valid LEIs that the assets name for their parties, sorted, from the log. Every call reads only the records appended
 * since the previous call.
 */
export function wantedLeis(engine: Pick<Engine, 'log' | 'codec'>): () => Promise<readonly string[]> {
  const byAsset = new Map<string, readonly string[]>();
  const next = new Map<number, number>();
  return async () => {
    for (const { partition, low, end } of await engine.log.ranges('asset.subjects')) {
      let from = Math.max(next.get(partition) ?? 0, low);
      for await (const records of pagesOfPartition(engine.log, { topic: 'asset.subjects', partition, from, end })) {
        await engine.codec.prepare(records.map(({ value }) => value));
        for (const record of records) {
          const value = decodeOrNull(engine, 'asset.subjects', record);
          if (value === null) continue;
          const leis = value.subjects.filter(({ kind }) => kind === 'lei').map((subject) => subject.value);
          byAsset.set(value.assetId, leis.filter(isLei));
        }
        from = (records.at(-1)?.offset ?? end) + 1;
      }
      next.set(partition, Math.max(from, next.get(partition) ?? 0));
    }
    return [...new Set([...byAsset.values()].flat())].sort();
  };
}
