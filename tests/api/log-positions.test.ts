/** Ends and news that are read again and again: the same as when all rows are read, from few of them. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNewsReader } from '../../api/freshness-query.ts';
import { readEnds } from '../../api/log-positions.ts';
import type { TableReader } from '../../api/table-reader.ts';
import { withDeadline } from '../../api/upstream.ts';

const partitions = 3;

interface Rows {
  /** Offsets by partition, from 0 on. */
  readonly counts: number[];
  /** Least offset that was asked for, query by query. */
  readonly asked: number[];
}

interface Asked {
  readonly least?: number;
  readonly leastOfAssets?: number;
  readonly assetPartitions?: readonly number[];
  readonly assetOffsets?: readonly number[];
}

/** Answers the queries for ends and news of changes as the engine would. */
const readerOf = (
  { counts, asked }: Rows,
  known: Partial<TableReader> = { changePartitions: partitions },
): TableReader => ({
  query: async <R>(_: string, parameters: Readonly<Record<string, unknown>>): Promise<readonly R[]> => {
    const { least, leastOfAssets, assetPartitions = [], assetOffsets = [] } = parameters as Asked;
    asked.push(least ?? leastOfAssets ?? 0);
    const rows: readonly object[] = counts.flatMap((count, partition) => {
      const behind = assetOffsets[assetPartitions.indexOf(partition)] ?? -1;
      const last = count - 1;
      if (count === 0 || last < (least ?? leastOfAssets ?? 0) || last <= behind) return [];
      return [{ kind: 'asset', id: `of ${partition}`, log_partition: partition, log_offset: last, last_offset: last }];
    });
    return rows as readonly R[];
  },
  ...known,
});

const endsOf = ({ counts }: Rows): ReadonlyMap<number, number> =>
  new Map([...counts.entries()].filter(([, count]) => count > 0));

/** Rows that come into a partition, or that a server lost of it. */
const steps = fc.array(
  fc.record({ partition: fc.nat({ max: partitions - 1 }), rows: fc.integer({ min: -3, max: 6 }) }),
  { maxLength: 40 },
);

test('ends are what they are when all rows are read, also after a server lost its last ones', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const rows: Rows = { counts: Array.from({ length: partitions }, () => 0), asked: [] };
      const tables = readerOf(rows);
      for (const { partition, rows: more } of all) {
        rows.counts[partition] = Math.max(0, (rows.counts[partition] ?? 0) + more);
        assert.equal(await readEnds(tables), endsOf(rows));
      }
    }),
  );
});

test('ends are read from the last rows on once every partition has some', async () => {
  const rows: Rows = { counts: [7, 4, 0], asked: [] };
  const tables = withDeadline(readerOf(rows));
  const leastOf = async (counts: readonly number[]): Promise<readonly number[]> => {
    rows.counts.splice(0, partitions, ...counts);
    rows.asked.length = 0;
    assert.equal(await readEnds(tables), endsOf(rows));
    return [...rows.asked];
  };
  assert.equal(await leastOf([7, 4, 0]), [0]);
  assert.equal(await leastOf([9, 4, 1]), [0], 'a partition that has none begins at 0');
  assert.equal(await leastOf([9, 5, 6]), [0]);
  assert.equal(await leastOf([9, 5, 6]), [4]);
  assert.equal(await leastOf([9, 5, 3]), [4, 0], 'a last row is gone');
  assert.equal(await leastOf([9, 5, 3]), [2]);
  const unknown: Rows = { counts: [7, 4, 2], asked: [] };
  const reader = readerOf(unknown, {});
  await readEnds(reader);
  await readEnds(reader);
  assert.equal(unknown.asked, [0, 0], 'how many partitions there are is not known');
});

test('news are read from the least place that some partition is at, and none is missed', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const rows: Rows = { counts: Array.from({ length: partitions }, () => 0), asked: [] };
      const read = createNewsReader(readerOf(rows));
      await read();
      for (const { partition, rows: more } of all.filter((step) => step.rows >= 0)) {
        rows.counts[partition] = (rows.counts[partition] ?? 0) + more;
        const { assets } = await read();
        assert.equal([...assets], more === 0 ? [] : [`of ${partition}`]);
      }
      if (rows.counts.some((count) => count === 0)) return;
      await read();
      assert.is(rows.asked.at(-1), Math.min(...rows.counts));
    }),
  );
});

test.run();
