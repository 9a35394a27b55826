import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createRecentChanges,
  type InsertedChange,
} from '../../../../../api/readmodel/memory/changes/recent-changes.ts';
import { loggedOf, type LoggedChange } from '../../../../../api/readmodel/memory/changes/logged-change.ts';
import type { TableReader } from '../../../../../api/readmodel/tables/reader.ts';
import { RetryableError } from '../../../../../infra/errors.ts';

/** Two assets in each partition, in turn, and one that is in all of them. */
const assetOf = (partition: number, offset: number): string =>
  offset % 3 === 2 ? 'asset of all' : `asset ${partition}/${offset % 3}`;

const rowAt = (partition: number, offset: number): InsertedChange => ({
  id: `change ${partition}/${offset}`,
  revision: 0,
  asset_id: assetOf(partition, offset),
  detected_at: offset,
  notable_at: null,
  low_signal: false,
  disposition: 'shown',
  severity_rank: 4,
  group_id: `group ${partition}/${offset}`,
  words: JSON.stringify({ id: `change ${partition}/${offset}`, revision: 0 }),
  log_partition: partition,
  log_offset: offset,
});

/** Tables that return only their ends, and the latest time of a detection. */
const tablesWith = (ends: ReadonlyMap<number, number>, newest = 0): TableReader => ({
  query: async <R>(sql: string) => {
    const rows = sql.includes('newest')
      ? [{ newest: String(newest) }]
      : [...ends].map(([partition, end]) => ({ partition, offset: String(end - 1) }));
    return rows as readonly object[] as readonly R[];
  },
});

const placesOf = (rows: readonly { readonly partition: number; readonly offset: number }[]): readonly string[] =>
  rows.map(({ partition, offset }) => `${partition}/${offset}`);

test('inserted and shown changes are cached, in the order of the log, with their texts', async () => {
  const recent = createRecentChanges(tablesWith(new Map([[1, 10]])));
  const rows = [rowAt(2, 0), rowAt(1, 10), rowAt(1, 12)];
  recent.inserted(rows);
  const from = new Map([[1, 10]]);
  assert.equal(await recent.behind(from, 10), { rows: [], changes: [], ends: from }, 'not shown yet');
  recent.shown(rows);
  const found = await recent.behind(from, 10);
  assert.equal(placesOf(found?.rows ?? []), ['1/10', '1/12', '2/0']);
  assert.equal(
    found?.changes.map(({ id }) => id),
    ['change 1/10', 'change 1/12', 'change 2/0'],
  );
  assert.equal(
    found?.ends,
    new Map([
      [1, 13],
      [2, 1],
    ]),
  );
  assert.is(await recent.behind(from, 2), null, 'more than is wanted is read from the tables');
  assert.is(await recent.behind(new Map([[1, 9]]), 10), null, 'what was there before this began is in the tables');
});

test('a row whose text is not cached leaves a gap, a row that was inserted again does not', async () => {
  const recent = createRecentChanges(tablesWith(new Map()));
  recent.inserted([rowAt(0, 0), rowAt(0, 2)]);
  recent.shown([rowAt(0, 0), rowAt(0, 1), rowAt(0, 2)]);
  assert.is(await recent.behind(new Map([[0, 1]]), 10), null);
  const again = [rowAt(0, 1), rowAt(0, 2)];
  recent.inserted(again);
  recent.shown(again);
  assert.equal(placesOf((await recent.behind(new Map([[0, 2]]), 10))?.rows ?? []), ['0/2']);
});

test('tables whose ends cannot be read are read again', async () => {
  let fails = true;
  const recent = createRecentChanges({
    query: async () => {
      if (fails) throw new RetryableError('not now');
      return [];
    },
  });
  const error = await recent.behind(new Map(), 1).then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.instance(error, RetryableError);
  fails = false;
  assert.equal((await recent.behind(new Map(), 1))?.rows, []);
});

test('a row that was refused at first and inserted later is read from the tables', async () => {
  const recent = createRecentChanges(tablesWith(new Map()));
  recent.inserted([rowAt(0, 0), rowAt(0, 1), rowAt(0, 2)]);
  recent.shown([rowAt(0, 0), rowAt(0, 2)]);
  recent.inserted([rowAt(0, 1)]);
  recent.shown([rowAt(0, 1)]);
  assert.is(await recent.behind(new Map([[0, 1]]), 10), null);
});

test('long texts evict others as many rows do', async () => {
  const long = (offset: number): InsertedChange => {
    const row = rowAt(0, offset);
    return { ...row, words: JSON.stringify({ id: row.id, revision: 0, title: 'x'.repeat(400) }) };
  };
  const recent = createRecentChanges(tablesWith(new Map()), { rows: 100, assets: 100, textLength: 1_000 });
  for (const offset of [0, 1, 2]) {
    recent.inserted([long(offset)]);
    recent.shown([long(offset)]);
  }
  assert.is(await recent.behind(new Map([[0, 0]]), 10), null);
  assert.equal(placesOf((await recent.behind(new Map([[0, 1]]), 10))?.rows ?? []), ['0/1', '0/2']);
});

/** A change of a group that was detected at a time. */
const member = (offset: number, group: string, at: number, revision = 0): InsertedChange => ({
  ...rowAt(0, offset),
  id: `change ${group} ${at} ${offset % 10}`,
  detected_at: at,
  group_id: group,
  revision,
});

/** As it is read. */
const asLogged = (row: InsertedChange): LoggedChange => loggedOf(row);

test('groups that may have members elsewhere are read from the tables', async () => {
  const inTables = member(0, 'old', 100);
  const shownOnly = member(1, 'wordless', 120);
  const cached = [member(2, 'b', 130), member(3, 'b', 130), member(4, 'old', 100), member(12, 'b', 130, 1)];
  const recent = createRecentChanges(tablesWith(new Map([[0, 1]]), 100));
  recent.inserted(cached);
  recent.shown([shownOnly, ...cached.slice(0, 2)]);
  const before = await recent.groupsOf([inTables, shownOnly, member(2, 'b', 130)].map(asLogged));
  assert.equal(before.unknown, [inTables, shownOnly].map(asLogged));
  const idsOf = (found: typeof before): readonly (string | number)[] =>
    [...(found.members.get('b') ?? [])].flatMap(({ id, revision }) => [id, revision]);
  assert.equal(idsOf(before), ['change b 130 2', 0, 'change b 130 3', 0]);
  recent.shown(cached.slice(2));
  const after = await recent.groupsOf([member(4, 'old', 100), member(2, 'b', 130)].map(asLogged));
  assert.equal(after.unknown, [member(4, 'old', 100)].map(asLogged), 'other members may be in the tables only');
  assert.equal(idsOf(after), ['change b 130 2', 1, 'change b 130 3', 0], 'the newest revision of each, by id');
});

test('a group whose members were evicted is read from the tables', async () => {
  const recent = createRecentChanges(tablesWith(new Map()), {
    rows: 2,
    assets: 100,
    textLength: Number.POSITIVE_INFINITY,
  });
  const rows = [member(0, 'a', 10), member(1, 'a', 10), member(2, 'b', 20)];
  recent.inserted(rows);
  for (const row of rows) recent.shown([row]);
  const { members, unknown } = await recent.groupsOf(rows.map(asLogged));
  assert.equal(unknown, rows.slice(0, 2).map(asLogged));
  assert.equal([...members.keys()], ['b']);
});

test('the newest revision of a change is known only while no later one may be elsewhere', () => {
  const recent = createRecentChanges(tablesWith(new Map()));
  const revisions = [member(0, 'a', 10), member(10, 'a', 10, 1)];
  recent.inserted(revisions);
  assert.is(recent.newestOf('change a 10 0'), null, 'not shown yet');
  recent.shown(revisions);
  assert.is(recent.newestOf('another'), null);
  const found = recent.newestOf('change a 10 0');
  assert.equal([found?.row.offset, found?.row.revision, found?.change.id], [10, 1, 'change 0/10']);
  recent.shown([member(20, 'a', 10, 2)]);
  assert.is(recent.newestOf('change a 10 0'), null, 'its last revision was not inserted here');
});

interface Step {
  readonly partition: number;
  /** Unused offsets before this one. */
  readonly parked: number;
  /** Whether the feed's table refused it. */
  readonly isWordless: boolean;
  /** Whether the other table refuses it at first. */
  readonly isLate: boolean;
}

const seldom = fc.integer({ min: 1, max: 40 }).map((one) => one === 1);

const step: fc.Arbitrary<Step> = fc.record({
  partition: fc.nat({ max: 2 }),
  parked: fc.nat({ max: 1 }),
  isWordless: seldom,
  isLate: seldom,
});

const partitions = [0, 1, 2];
let compared = 0;
/** Of these, those that only a client of few assets finds. */
let narrowed = 0;

const history = fc.record({
  batches: fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 }),
  begunAfter: fc.nat({ max: 2 }),
  placedAfter: fc.nat({ max: 4 }),
  /** Distance of the client from the end of each partition. */
  lag: fc.array(fc.nat({ max: 5 }), { minLength: 3, maxLength: 3 }),
  most: fc.integer({ min: 1, max: 8 }),
  isInsertedAgain: fc.boolean(),
  /** Assets whose last row is remembered; most clients of few assets are answered only if nearly all are. */
  assets: fc.oneof({ weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 3, arbitrary: fc.constant(8) }),
  /** For each of the seven assets, whether the client watches it. */
  watched: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
  isInsertedMeanwhile: fc.boolean(),
});

test('no change behind an offset is left out: either all are returned, or the tables are read', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ batches, begunAfter, placedAfter, lag, most, isInsertedAgain, ...rest }) => {
      const { assets, watched, isInsertedMeanwhile } = rest;
      const inTables: InsertedChange[] = [];
      const next = new Map<number, number>();
      const ends = new Map<number, number>();
      const recent = createRecentChanges(tablesWith(ends), {
        rows: most,
        assets,
        textLength: Number.POSITIVE_INFINITY,
      });
      const insert = (rows: readonly InsertedChange[], steps: readonly Step[], takesLate: boolean): void => {
        recent.inserted(rows.filter((_, at) => steps[at]?.isWordless !== true));
        const taken = rows.filter((_, at) => takesLate || steps[at]?.isLate !== true);
        for (const row of taken) {
          const end = Math.max(ends.get(row.log_partition) ?? 0, Number(row.log_offset) + 1);
          ends.set(row.log_partition, end);
          if (!inTables.includes(row)) inTables.push(row);
        }
        recent.shown(taken);
      };
      for (const [index, steps] of batches.entries()) {
        const rows = steps.map(({ partition, parked }) => {
          const offset = (next.get(partition) ?? 0) + parked;
          next.set(partition, offset + 1);
          return rowAt(partition, offset);
        });
        if (index >= begunAfter) insert(rows, steps, false);
        else {
          inTables.push(...rows);
          for (const { log_partition, log_offset } of rows) ends.set(log_partition, Number(log_offset) + 1);
        }
        if (index === begunAfter + placedAfter) await recent.behind(new Map(), 1_000);
        if (isInsertedAgain && index === batches.length - 1 && index >= begunAfter) insert(rows, steps, true);
      }
      const from = new Map(
        partitions.map((one) => [one, Math.max(0, (ends.get(one) ?? 0) - (lag[one] ?? 0))] as const),
      );
      const before = { rows: [...inTables], ends: new Map(ends) };
      const idsOf = (isWanted: (assetId: string) => boolean): readonly string[] =>
        before.rows
          .filter((row) => Number(row.log_offset) >= (from.get(row.log_partition) ?? 0) && isWanted(row.asset_id))
          .sort((a, b) => a.log_partition - b.log_partition || Number(a.log_offset) - Number(b.log_offset))
          .map(({ id }) => id);
      const check = (found: Awaited<ReturnType<typeof recent.behind>>, ids: readonly string[]): void => {
        if (found === null) return;
        assert.equal(
          found.rows.map(({ id }) => id),
          ids,
        );
        assert.equal(
          found.changes.map(({ id }) => id),
          ids,
        );
        assert.equal([...found.ends].sort(), [...before.ends].sort());
        if (ids.length > 0) compared += 1;
      };
      const ofAll = await recent.behind(from, 1_000);
      check(
        ofAll,
        idsOf(() => true),
      );
      const every = [...partitions.flatMap((one) => [assetOf(one, 0), assetOf(one, 1)]), assetOf(0, 2)];
      const wanted = new Set(every.filter((_, index) => watched[index]));
      const ofWatched = await recent.behind(from, 1_000, async () => {
        const [partition, offset] = [1, next.get(1) ?? 0];
        if (isInsertedMeanwhile) insert([rowAt(partition, offset), rowAt(partition, offset + 1)], [], false);
        return [...wanted];
      });
      const ids = idsOf((assetId) => wanted.has(assetId));
      check(ofWatched, ids);
      if (ofAll === null && ofWatched !== null && ids.length > 0) narrowed += 1;
    }),
    { numRuns: 2_000 },
  );
  assert.ok(compared >= 100, `${compared} of 4,000 had changes`);
  assert.ok(narrowed >= 10, `${narrowed} of 2,000 were found for few assets only`);
});

test('a client of few assets finds its changes long after the others have left', async () => {
  const recent = createRecentChanges(tablesWith(new Map()), { rows: 3, assets: 10, textLength: 1_000 });
  const insert = (offset: number, assetId: string): void => {
    const row = { ...rowAt(0, offset), asset_id: assetId };
    recent.inserted([row]);
    recent.shown([row]);
  };
  const behind = async (from: number, ...assetIds: readonly string[]) =>
    (await recent.behind(new Map([[0, from]]), 10, async () => assetIds))?.rows.map(({ offset }) => offset);
  for (let offset = 0; offset < 20; offset += 1) insert(offset, offset === 2 ? 'early' : `other ${offset % 5}`);
  insert(20, 'watched');
  assert.equal(await behind(3, 'watched', 'early'), [20]);
  assert.is(await behind(2, 'watched', 'early'), undefined, 'a change of a watched asset is only in the tables');
  for (let offset = 21; offset < 40; offset += 1) insert(offset, `more ${offset}`);
  assert.is(await behind(3, 'nothing'), undefined, 'too many others left: what left is no longer known');
  assert.equal(await behind(37, 'more 38'), [38]);
});

test.run();
