/** Tables whose shards show the parts of an insert one after the other: no change is skipped, and none is sent twice. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createVersionPoller } from '../../../../api/readmodel/memory/version-poller.ts';
import { maxOffsets, readBounds, readEnds } from '../../../../api/readmodel/memory/log-offsets.ts';
import type { PickedChange, PickFilter } from '../../../../api/readmodel/resources/changes/picked.ts';
import { readExportCursor, writeExportCursor } from '../../../../api/readmodel/resources/export/cursor.ts';
import { cursorAfter, cursorAtEnd, planExport } from '../../../../api/readmodel/resources/export/pages.ts';
import { createVerdictReader } from '../../../../api/readmodel/resources/stream/verdict-notices.ts';
import { createEventReader } from '../../../../api/readmodel/resources/stream/read-events.ts';
import type { BoundedTopic, TableReader } from '../../../../api/readmodel/tables/reader.ts';
import type { TenantSnapshot } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { withDeadline } from '../../../../api/readmodel/tables/deadline.ts';
import { filledUpTo as createFilledUpTo } from '../../../../cli/service/tables/filled-up-to.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { runsOf } from '../../../support/runs.ts';

/** Changes of one log partition, each visible on its shard or not yet; the offset that the sink has committed. */
interface Shards {
  readonly visible: Set<number>;
  filled: number;
}

const emptySnapshot: TenantSnapshot = {
  items: new Map(),
  assetIds: [],
  seenAt: 0,
  intakes: [],
  readAt: new Map(),
};

const idOf = (offset: number): string => `asset ${offset}`;

/** Answers the queries for ends and for changed ids as the engine would. */
const readerOf = (
  { visible }: Shards,
  filled: TableReader['filledUpTo'],
  kind: 'asset' | 'verdict' = 'asset',
): TableReader => ({
  query: async <R>(_: string, parameters: Readonly<Record<string, unknown>>): Promise<readonly R[]> => {
    const partitions = parameters[`${kind}Partitions`] as readonly number[] | undefined;
    const offsets = parameters[`${kind}Offsets`] as readonly number[] | undefined;
    const last = Math.max(...visible);
    const ends: readonly object[] =
      visible.size === 0 ? [] : [{ kind, id: '', partition: 3, lastOffset: last, offset: last }];
    if (partitions === undefined || offsets === undefined) return ends as readonly R[];
    const at = partitions.indexOf(3);
    const behind = [...visible].filter((offset) => offset >= (at < 0 ? 0 : (offsets[at] ?? 0)));
    const rows: readonly object[] = behind.map((offset) => {
      return { kind, id: idOf(offset), partition: 3, lastOffset: String(offset) };
    });
    return rows as readonly R[];
  },
  ...(filled === undefined ? {} : { filledUpTo: filled }),
});

test('an end is behind the last row, and not behind what the sink has committed', async () => {
  const shards: Shards = { visible: new Set([0, 1, 2, 5]), filled: 3 };
  assert.equal(await readEnds(readerOf(shards, undefined)), new Map([[3, 6]]));
  const bounded = readerOf(shards, async () => new Map([[3, shards.filled]]));
  assert.equal(await readEnds(bounded), new Map([[3, 3]]));
  assert.equal(await readEnds(withDeadline(bounded)), new Map([[3, 3]]));
  shards.filled = 9;
  assert.equal(await readEnds(bounded), new Map([[3, 6]]));
  assert.equal(await readEnds(readerOf(shards, async () => new Map())), new Map([[3, 0]]), 'nothing was committed yet');
});

test('during re-insertion, a new reader starts behind the rows that were there before', async () => {
  const shards: Shards = { visible: new Set([0, 1, 2, 3, 4, 5]), filled: 1 };
  const bounded = readerOf(shards, async () => new Map([[3, shards.filled]]));
  const tables = { ...bounded, reachedUpTo: async () => new Map([[3, 4]]) };
  const readReached = async (from: TableReader) => (await readBounds(from)).reached;
  assert.equal(await readBounds(tables), { ends: new Map([[3, 1]]), reached: new Map([[3, 4]]) });
  assert.equal(await readReached(withDeadline(tables)), new Map([[3, 4]]));
  shards.filled = 9;
  assert.equal(await readReached(tables), new Map([[3, 6]]), 'and where it ends, once all is there');
  shards.filled = 1;
  shards.visible.clear();
  assert.equal(await readReached(tables), new Map([[3, 4]]), 'also where all of it was lost');
  shards.visible.add(2);
  assert.equal(await readReached(readerOf(shards, undefined)), new Map([[3, 3]]), 'rows in their order have one end');
});

test('a stream and a first export that begin during re-insertion: no old change is new, and none is left out', async () => {
  const shards: Shards = { visible: new Set([0, 1, 2, 3, 4, 5]), filled: 1 };
  const bounded = readerOf(shards, async () => new Map([[3, shards.filled]]));
  const all = { ...bounded, reachedUpTo: async () => new Map([[3, 4]]) };
  const snapshots = { of: async () => ({ intakes: [] }) };
  const reader = createEventReader({ tables: all, snapshots, versions: { position: () => 0 } } as unknown as Parameters<
    typeof createEventReader
  >[0]);
  assert.equal((await reader.now('tenant')).sentUpTo, new Map([[3, 4]]));
  const begin = { of: 'x', since: 0, exportedUpTo: new Map<number, number>(), addedUpTo: 0, under: null };
  const snapshot = async (): Promise<TenantSnapshot> => emptySnapshot;
  const tables = { tables: all, snapshot };
  const plan = await planExport(tables, {} as PickFilter, begin);
  assert.equal(plan.ends, new Map([[3, 4]]), 'readable rows are exported');
  assert.equal(
    cursorAtEnd(plan).exportedUpTo,
    new Map([[3, 1]]),
    'rows that may have been missing are in the next one',
  );
  const change = { assetId: 'asset', detectedAt: 5, id: 'change' } as PickedChange;
  const broken = readExportCursor(writeExportCursor(cursorAfter(plan, change)));
  assert.equal(broken, cursorAfter(plan, change));
  shards.filled = 9;
  const rest = await planExport(tables, {} as PickFilter, broken ?? begin);
  assert.equal([rest.ends, cursorAtEnd(rest).exportedUpTo], [new Map([[3, 4]]), new Map([[3, 1]])]);
  const usual = cursorAfter(await planExport(tables, {} as PickFilter, begin), change);
  assert.equal(usual.under?.sure, usual.under?.ends);
  assert.equal(readExportCursor(writeExportCursor(usual)), usual);
});

test('a notice of a verdict waits until the rows before it are readable, on whatever shard they are', async () => {
  const shards: Shards = { visible: new Set([0, 2]), filled: 1 };
  const bounded = readerOf(shards, async () => new Map([[3, shards.filled]]), 'verdict');
  let position = 0;
  const asked: unknown[] = [];
  const query: TableReader['query'] = async <R>(sql: string, given: Readonly<Record<string, unknown>>) => {
    if (!sql.includes('store_verdicts_history')) return bounded.query<R>(sql, given);
    asked.push(given['endOffsets']);
    return [];
  };
  const noAssets = async (): Promise<readonly string[]> => [];
  const reader = createVerdictReader({ ...bounded, query }, { position: () => position }, null);
  assert.equal((await reader.behind(new Map([[3, 0]]), noAssets)).ends, new Map([[3, 1]]));
  shards.visible.add(1);
  shards.filled = 3;
  position += 1;
  assert.equal((await reader.behind(new Map([[3, 1]]), noAssets)).ends, new Map([[3, 3]]));
  assert.equal(asked, [
    [0, 1],
    [0, 3],
  ]);
});

test('an end that goes back during re-insertion moves no reader back', () => {
  assert.equal(
    maxOffsets(
      new Map([[1, 5]]),
      new Map([
        [1, 3],
        [2, 4],
      ]),
    ),
    new Map([
      [1, 5],
      [2, 4],
    ]),
  );
});

for (const [kind, topic] of [
  ['asset', 'changes'],
  ['verdict', 'verdicts'],
] as const)
  test(`in any order of visibility, every readable row of ${topic} is reported, and is behind every end that was read before`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ rows: fc.integer({ min: 0, max: 4 }), order: fc.nat(), late: fc.nat({ max: 3 }) }), {
          maxLength: 25,
        }),
        async (batches) => {
          const shards: Shards = { visible: new Set(), filled: 0 };
          const filled = async (of: BoundedTopic) => new Map(of === topic ? [[3, shards.filled]] : []);
          const tables = readerOf(shards, filled, kind);
          const read = createVersionPoller(tables);
          await read();
          const reported = new Set<number>();
          let from = 0;
          let end = 0;
          /** Reads on after every reported change, as a stream does. */
          const readOn = async (): Promise<void> => {
            const news = await read();
            if (news.assets.size === 0) return;
            const upTo = Math.max(from, (await readBounds(tables, topic)).ends.get(3) ?? 0);
            for (let offset = from; offset < upTo; offset += 1) {
              assert.ok(shards.visible.has(offset), `${offset} was passed over`);
              reported.add(offset);
            }
            from = upTo;
          };
          for (const { rows, order, late } of batches) {
            const offsets = Array.from({ length: rows }, (_, index) => end + ((index + order) % Math.max(1, rows)));
            end += rows;
            for (const [index, offset] of offsets.entries()) {
              shards.visible.add(offset);
              if (index % 2 === order % 2) await readOn();
            }
            for (let turn = 0; turn < late; turn += 1) await readOn();
            shards.filled = end;
            await readOn();
          }
          await readOn();
          assert.is(reported.size, end, 'every change was reported');
          assert.is((await read()).assets.size, 0, 'and nothing is news for ever');
        },
      ),
      { numRuns: runsOf(200) },
    );
  });

test('committed offsets of the sink are read twice a second; while the log is out of reach the last ones are valid', async () => {
  let now = 0;
  let asked = 0;
  let away = false;
  const engine = {
    log: { partitionsOf: () => 2 },
    processors: {
      positionsOf: async () => {
        asked += 1;
        if (away) throw new RetryableError('away');
        return {
          position: (_: string, partition: number) => (partition === 0 ? 10 * asked : null),
          get: (_: number, key: string) =>
            key === 'filled/changes/0' ? Buffer.from(JSON.stringify({ parkedUpTo: 0, reached: 15 })) : undefined,
        };
      },
    },
  } as unknown as Parameters<typeof createFilledUpTo>[0];
  const { filledUpTo: read, reachedUpTo } = createFilledUpTo(engine, () => now);
  const first = new Map([
    [0, 10],
    [1, 0],
  ]);
  assert.equal(await read('changes'), first);
  assert.equal(await read('verdicts'), first);
  assert.equal(
    [...(await reachedUpTo('changes'))],
    [
      [0, 15],
      [1, 0],
    ],
  );
  assert.is((await reachedUpTo('verdicts')).get(0), 10, 'each topic has checkpoints of its own');
  assert.is(asked, 1);
  now += 600;
  away = true;
  assert.equal(await read('changes'), first);
  now += 600;
  away = false;
  assert.is((await read('changes')).get(0), 30);
  assert.is((await reachedUpTo('changes')).get(0), 30);
  const { filledUpTo: never } = createFilledUpTo(
    { ...engine, processors: { ...engine.processors, positionsOf: () => Promise.reject(new RetryableError('away')) } },
    () => now,
  );
  assert.instance(await never('changes').catch((error: unknown) => error), RetryableError);
});

test.run();
