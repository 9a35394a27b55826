import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createRecentNotices,
  type InsertedVerdict,
} from '../../../../../api/readmodel/memory/verdicts/recent-notices.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';

const verdictAt = (partition: number, offset: number, notice: string | null = 'unmet'): InsertedVerdict => ({
  asset_id: `asset ${partition}`,
  group_id: `group ${partition}/${offset}`,
  obligation_id: 'EMT-01',
  since: String(offset),
  notice_kind: notice,
  notice: notice === null ? null : 'No reserve report was found.',
  statement: 'A report is due each quarter.',
  severity_rank: 2,
  log_partition: partition,
  log_offset: String(offset),
});

/** Tables that return only their ends. */
const tablesWith = (ends: ReadonlyMap<number, number>): TableReader => ({
  query: async <R>() =>
    [...ends].map(([partition, end]) => ({ partition, offset: String(end - 1) })) as readonly object[] as readonly R[],
});

const few = { rows: 2, assets: 100, textLength: 1_000_000 };

async function placesBehind(
  recent: ReturnType<typeof createRecentNotices>,
  from: ReadonlyMap<number, number>,
  limit = 10,
): Promise<readonly string[] | null> {
  const found = await recent.behind(from, limit);
  return found === null ? null : found.rows.map(({ partition, offset }) => `${partition}/${offset}`);
}

test('what was in the tables before, was never inserted here, or is more than is wanted is read from the tables', async () => {
  const recent = createRecentNotices(tablesWith(new Map([[1, 10]])));
  const rows = [verdictAt(1, 10), verdictAt(1, 12), verdictAt(2, 1)];
  recent.inserted(rows);
  recent.shown([verdictAt(2, 0), ...rows]);
  const present = new Map([
    [1, 10],
    [2, 1],
  ]);
  assert.is(await placesBehind(recent, new Map([...present, [1, 9]])), null, 'in the tables before');
  assert.is(await placesBehind(recent, new Map([...present, [2, 0]])), null, 'shown, but not inserted here');
  assert.is(await placesBehind(recent, present, 2), null, 'more than is wanted');
  assert.equal(await placesBehind(recent, present), ['1/10', '1/12', '2/1']);
});

test('a verdict is found once it is shown, and one without a notice only moves the end', async () => {
  const recent = createRecentNotices(tablesWith(new Map()));
  const rows = [verdictAt(0, 0, null), verdictAt(0, 1), verdictAt(0, 2, null)];
  recent.inserted(rows);
  assert.equal(await recent.behind(new Map(), 10), { rows: [], ends: new Map() });
  recent.shown(rows);
  const found = await recent.behind(new Map(), 10);
  assert.equal(found?.ends, new Map([[0, 3]]));
  assert.equal(found?.rows, [
    {
      assetId: 'asset 0',
      groupId: 'group 0/1',
      obligationId: 'EMT-01',
      since: 1,
      kind: 'unmet',
      text: 'No reserve report was found.',
      statement: 'A report is due each quarter.',
      severityRank: 2,
      partition: 0,
      offset: 1,
    },
  ]);
});

test('notices beyond the limit are evicted, those inserted again are found once', async () => {
  const recent = createRecentNotices(tablesWith(new Map()), few);
  for (const offset of [0, 1, 2]) {
    recent.inserted([verdictAt(0, offset)]);
    recent.shown([verdictAt(0, offset)]);
  }
  assert.is(await placesBehind(recent, new Map([[0, 0]])), null);
  recent.inserted([verdictAt(0, 2)]);
  recent.shown([verdictAt(0, 2)]);
  assert.equal(await placesBehind(recent, new Map([[0, 1]])), ['0/1', '0/2']);
});

test.run();
