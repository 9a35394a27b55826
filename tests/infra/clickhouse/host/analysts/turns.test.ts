import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultTurnLimits, endingAfter, limitOf } from '../../../../../infra/clickhouse/host/watch/turn-limits.ts';
import { createTurns, type TurnAction, type Turns } from '../../../../../infra/clickhouse/host/analysts/turns.ts';
import { runsOf } from '../../../../support/runs.ts';

const limits = defaultTurnLimits;
const tickMs = 250;

/**
 * Places whose queries take the processor time that they are made with. A hung one does not end when the engine cancels it, only
 * with its process, which is there again after `restartMs`.
 */
function world({ restartMs = 500 } = {}) {
  let now = 0;
  const away = new Map<number, number>();
  const turns: Turns = createTurns(limits, 2, (place) => (away.get(place) ?? 0) <= now);
  const needs = new Map<number, { readonly needsMs: number; readonly isHung: boolean }>();
  const running = new Map<number, { readonly place: number; readonly sinceMs: number }>();
  /** By query: how it ended, and when. */
  const endings = new Map<number, readonly [how: string, atMs: number]>();
  const starts: (readonly [query: number, atMs: number])[] = [];
  const asked = new Map<number, number>();

  const carryOut = (actions: readonly TurnAction[]): void => {
    for (const action of actions) {
      const { query } = action;
      const at = running.get(query);
      if (action.do === 'start') {
        assert.ok(
          ![...running.values()].some(({ place }) => place === action.place),
          'a place has one query at a time',
        );
        running.set(query, { place: action.place, sinceMs: now });
        starts.push([query, now]);
      } else if (action.do === 'refuse') endings.set(query, [action.why, now]);
      else if (at !== undefined && (action.do === 'kill' || needs.get(query)?.isHung === false)) {
        if (action.do === 'kill') away.set(at.place, now + restartMs);
        leave(query, action.do, false);
      }
    }
  };
  const leave = (query: number, how: string, isAnswered: boolean): void => {
    running.delete(query);
    if (isAnswered || !turns.givesWay(query)) endings.set(query, [how, now]);
    carryOut(turns.ended(query, isAnswered, now));
  };
  return {
    endings,
    starts,
    asked,
    ask: (query: number, needsMs: number, { limitMs = 30_000, isHung = false } = {}) => {
      needs.set(query, { needsMs, isHung });
      asked.set(query, now);
      carryOut(turns.ask(query, limitMs, now));
    },
    pass: (ms: number) => {
      for (const end = now + ms; now < end; ) {
        now += tickMs;
        for (const [query, { sinceMs }] of [...running]) {
          const need = needs.get(query);
          if (need !== undefined && !need.isHung && now - sinceMs >= need.needsMs) leave(query, 'answered', true);
        }
        carryOut(turns.advance(now));
      }
    },
  };
}

test('a query that hangs is over before twice its limit, and the others are answered in the other place meanwhile', () => {
  for (const limitMs of [1_000, 3_000, 30_000]) {
    const { ask, pass, endings } = world();
    ask(1, 0, { limitMs, isHung: true });
    for (let query = 2; query < 10; query += 1) ask(query, 500);
    pass(8 * 500);
    for (let query = 2; query < 10; query += 1) assert.is(endings.get(query)?.[0], 'answered');
    pass(60_000);
    const [how, atMs] = endings.get(1) ?? ['', 0];
    assert.is(how, 'kill');
    assert.ok(atMs <= 2 * limitMs, `${limitMs}: ${atMs}`);
  }
});

test('the engine ends a query at its limit itself; one that it cancels keeps its process', () => {
  const { ask, pass, endings } = world();
  ask(1, 100_000, { limitMs: 4_000 });
  pass(10_000);
  assert.equal(endings.get(1), ['cancel', 4_750]);
});

test('long queries run to their end while no other waits', () => {
  const { ask, pass, endings } = world();
  ask(1, 20_000);
  ask(2, 25_000);
  pass(30_000);
  assert.equal(
    [...endings.values()].map(([how]) => how),
    ['answered', 'answered'],
  );
});

test('when all places have long queries and another one waits, the younger one gives way, is asked again, and is answered', () => {
  const { ask, pass, endings, starts } = world();
  ask(1, 8_000);
  pass(250);
  ask(2, 5_000);
  pass(2_000);
  ask(3, 100);
  pass(500);
  assert.is(endings.get(3)?.[0], 'answered');
  pass(20_000);
  assert.equal(
    [1, 2].map((query) => endings.get(query)?.[0]),
    ['answered', 'answered'],
  );
  assert.equal(
    starts.map(([query]) => query),
    [1, 2, 3, 2],
  );
});

test('a query that gave way and could not be ended within twice its limit is refused', () => {
  const { ask, pass, endings } = world();
  ask(1, 60_000);
  ask(2, 60_000, { limitMs: 3_000 });
  pass(1_500);
  ask(3, 100);
  pass(6_000);
  assert.is(endings.get(3)?.[0], 'answered');
  assert.is(endings.get(2)?.[0], 'gave way');
});

test('many that hang at the same time: a short query behind them is answered after a turn of each', () => {
  const { ask, pass, endings } = world();
  for (let query = 1; query <= 6; query += 1) ask(query, 0, { isHung: true });
  ask(7, 100);
  pass(6 * (limits.quickMs + limits.wayMs + 500 + 2 * tickMs));
  assert.is(endings.get(7)?.[0], 'answered');
});

test('more than 16 that wait are refused, and those that wait for longer than 30 s', () => {
  const { ask, pass, endings } = world({ restartMs: 1_000_000 });
  for (let query = 1; query <= 2; query += 1) ask(query, 0, { isHung: true, limitMs: 1_000 });
  pass(2_000);
  for (let query = 3; query <= 19; query += 1) ask(query, 100);
  assert.equal(endings.get(19), ['full', 2_000]);
  pass(40_000);
  assert.equal(endings.get(3), ['waited', 32_000]);
});

test('the limit of a query is that of its settings, up to the longest; a fraction or zero is none', () => {
  const of = (value: string): number => limitOf({ max_execution_time: value }, limits);
  assert.equal(['3', '30', '31', '0', '0.0000001', 'x'].map(of), [3_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
  assert.is(limitOf({}, limits), 30_000);
});

const queries = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 3_000 }),
    needsMs: fc.integer({ min: 0, max: 40_000 }),
    limitMs: fc.constantFrom(1_000, 2_000, 3_000, 10_000, 30_000),
    isHung: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('whatever is asked: every query ends, once; from its first start on within twice its limit; none runs three times', () => {
  fc.assert(
    fc.property(queries, (all) => {
      const { ask, pass, endings, starts } = world();
      for (const [query, { afterMs, needsMs, limitMs, isHung }] of all.entries()) {
        pass(afterMs);
        ask(query, needsMs, { limitMs, isHung });
      }
      pass(200_000);
      for (const [query, { limitMs }] of all.entries()) {
        const ending = endings.get(query);
        assert.ok(ending !== undefined, `query ${query} did not end`);
        const own = starts.filter(([started]) => started === query);
        const [first] = own;
        if (first !== undefined) assert.ok(ending[1] - first[1] <= 2 * limitMs, `query ${query}: ${String(ending)}`);
        assert.ok(own.length <= 2);
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('for every limit, cancelling and killing come after it and before twice as long', () => {
  for (let limitMs = 1_000; limitMs <= 600_000; limitMs += 500) {
    const { cancelMs, killMs } = endingAfter(limitMs);
    assert.ok(limitMs < cancelMs && cancelMs < killMs && killMs <= 2 * limitMs - tickMs);
  }
});

test.run();
