/** The lifecycle of drafts, for any drafts and any readings. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { followDrafts, stageAfter } from '../../../../pipeline/changes/drafts/follow-drafts.ts';
import { runsOf } from '../../../support/runs.ts';

interface Draft {
  readonly difference: string;
  readonly id: number;
}

const names = ['a', 'b', 'c', 'd', 'e'];
const anyNames = fc.shuffledSubarray(names);
const anyDrafts = anyNames.map((found) => found.map((difference, id): Draft => ({ difference, id })));

const follow = (
  open: readonly Draft[],
  found: readonly string[],
  confirmed: readonly string[] = [],
  atOnce: readonly string[] = [],
) =>
  followDrafts<string, Draft>({
    open,
    found,
    same: (left, right) => left === right,
    isConfirmed: ({ difference }) => confirmed.includes(difference),
    isAtOnce: (difference) => atOnce.includes(difference),
  });

const check = <T>(property: fc.IProperty<T>): void => fc.assert(property, { numRuns: runsOf(300) });

test('a draft is withdrawn, confirmed or left, whatever else would be true of it', () => {
  assert.equal(
    [stageAfter(false, () => true), stageAfter(true, () => true), stageAfter(true, () => false)],
    ['superseded', 'confirmed', 'draft'],
  );
});

test('no draft is lost, and each one ends or stays open exactly once', () =>
  check(
    fc.property(anyDrafts, anyNames, anyNames, (drafts, found, confirmed) => {
      const { steps, open } = follow(drafts, found, confirmed);
      const ended = steps.flatMap(({ draft }) => (draft === null ? [] : [draft]));
      const byId = (left: Draft, right: Draft) => left.id - right.id;
      assert.equal([...ended, ...open].sort(byId), drafts);
      assert.equal(
        [ended, open],
        [ended.toSorted(byId), open.toSorted(byId)],
        'in the order in which they were opened',
      );
    }),
  ));

test('a draft is confirmed only by a reading that shows it, and withdrawn by every reading that does not', () =>
  check(
    fc.property(anyDrafts, anyNames, anyNames, (drafts, found, confirmed) => {
      const { steps, open } = follow(drafts, found, confirmed);
      for (const { difference, stage, draft } of steps) {
        if (draft === null) continue;
        assert.is(stage === 'superseded', !found.includes(difference));
        assert.is(stage === 'confirmed', found.includes(difference) && confirmed.includes(difference));
      }
      assert.ok(open.every(({ difference }) => found.includes(difference) && !confirmed.includes(difference)));
    }),
  ));

test('a difference is new once, unless a draft has it, and one reading establishes it only where that is enough', () =>
  check(
    fc.property(anyDrafts, anyNames, anyNames, (drafts, found, atOnce) => {
      const fresh = follow(drafts, found, [], atOnce).steps.filter(({ draft }) => draft === null);
      const known = drafts.map(({ difference }) => difference);
      assert.equal(
        fresh.map(({ difference }) => difference),
        found.filter((one) => !known.includes(one)),
      );
      assert.ok(fresh.every(({ difference, stage }) => (stage === 'confirmed') === atOnce.includes(difference)));
    }),
  ));

test('the order in which a reading lists what it shows decides nothing', () =>
  check(
    fc.property(anyDrafts, anyNames, anyNames, fc.infiniteStream(fc.nat()), (drafts, found, some, order) => {
      const places = new Map(found.map((one) => [one, order.next().value ?? 0]));
      const others = found.toSorted((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0));
      const outcome = (shown: readonly string[]) => {
        const { steps, open } = follow(drafts, shown, some, some);
        return { open, steps: new Set(steps.map((step) => JSON.stringify(step))) };
      };
      assert.equal(outcome(found), outcome(others));
    }),
  ));

const limit = 6;
interface Reading {
  readonly at: number;
  readonly found: readonly string[];
}
interface TimedDraft extends Draft {
  readonly at: number;
}

/** All that becomes of the drafts of a series of readings, under the rule of a second reading after six hours. */
function fold(readings: readonly Reading[]): readonly string[] {
  const log: string[] = [];
  let open: readonly TimedDraft[] = [];
  let established: readonly string[] = [];
  let id = 0;
  for (const { at, found } of readings) {
    const followed = followDrafts<string, TimedDraft>({
      open,
      found: found.filter((one) => !established.includes(one)),
      same: (left, right) => left === right,
      isConfirmed: (draft) => at - draft.at >= limit,
      isAtOnce: () => false,
    });
    open = [...followed.open];
    for (const { difference, stage, draft } of followed.steps) {
      const own = draft ?? { difference, id: id++, at };
      log.push(`${own.id} ${difference} ${stage}`);
      if (stage === 'draft') open = [...open, own];
      if (stage === 'confirmed') established = [...established, difference];
    }
  }
  return log;
}

const anyReadings = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), anyNames), { maxLength: 12 })
  .map((given): readonly Reading[] => {
    let at = 0;
    return given.map(([after, found]) => ({ at: (at += after), found }));
  });

test('over any readings, each draft is opened once and ends once at most, and an established difference is no draft again', () =>
  check(
    fc.property(anyReadings, (readings) => {
      const log = fold(readings).map((line) => line.split(' '));
      const opened = log.filter(([, , stage]) => stage === 'draft').map(([id]) => id);
      const ended = log.filter(([, , stage]) => stage !== 'draft').map(([id]) => id);
      assert.is(new Set(opened).size, opened.length);
      assert.is(new Set(ended).size, ended.length);
      assert.ok(ended.every((id) => opened.includes(id)));
      const confirmed = log.filter(([, , stage]) => stage === 'confirmed').map(([, difference]) => difference);
      assert.is(new Set(confirmed).size, confirmed.length);
    }),
  ));

test('what is shown without a break for six hours is confirmed, and what is not shown again is withdrawn', () =>
  check(
    fc.property(anyReadings, (readings) => {
      const log = fold(readings);
      for (const name of names) {
        const first = readings.findIndex(({ found }) => found.includes(name));
        const [start] = readings.slice(first, first + 1);
        if (first < 0 || start === undefined) continue;
        const gone = readings.slice(first).find(({ found }) => !found.includes(name));
        const late = readings.slice(first).find(({ at }) => at - start.at >= limit);
        const isConfirmed = late !== undefined && (gone === undefined || gone.at > late.at);
        const isWithdrawn = gone !== undefined && !isConfirmed;
        const ends = log.find((line) => line.includes(` ${name} `) && !line.endsWith(' draft'));
        assert.is(ends?.split(' ').at(-1), isConfirmed ? 'confirmed' : isWithdrawn ? 'superseded' : undefined);
      }
    }),
  ));

test('readings that come too soon, in any number and order, decide nothing', () =>
  check(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: limit - 1 }), { maxLength: limit - 1 }),
      anyNames,
      (soon, found) => {
        const reading = (at: number): Reading => ({ at, found });
        const direct = fold([reading(0), reading(limit)]);
        assert.equal(fold([reading(0), ...soon.map(reading), reading(limit)]), direct);
        assert.is(direct.length, 2 * found.length);
      },
    ),
  ));

test.run();
