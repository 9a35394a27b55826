import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClockTrust, trustClock, type TrustedClock } from '../../../../pipeline/publishers/ticks/clock-trust.ts';
import { createOutsideTime } from '../../../../pipeline/publishers/ticks/outside-time.ts';
import { planTicks, type Tick } from '../../../../pipeline/publishers/ticks/plan-ticks.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';
import { beginDays } from '../../../../pipeline/publishers/ticks/publish-ticks.ts';
import { tickIn, tickObservation } from '../../../../pipeline/publishers/ticks/tick-record.ts';
import { runsOf } from '../../../support/runs.ts';

const hour = 3_600_000;
const normal = (day: number): Tick => ({ day, resumed: false });
const resumed = (day: number): Tick => ({ day, resumed: true });

/** What is planned in short: the day, an R where an operator vouches for it, and the partitions. */
const planned = (newest: readonly (Tick | null)[], now: number, trust: ClockTrust = 'steady'): string => {
  const { ticks, alarm } = planTicks({ newest, now, trust });
  const shown = ticks.map(({ tick, partitions }) => `${tick.day}${tick.resumed ? 'R' : ''}:${partitions.join('')}`);
  return [...shown, ...(alarm === null ? [] : [alarm])].join(' ');
};

const cases: readonly (readonly [
  what: string,
  newest: readonly (Tick | null)[],
  days: number,
  plan: string,
  trust?: ClockTrust,
])[] = [
  ['the first day of a log', [null, null], 100.5, '100:01'],
  ['a first day that one partition lacks is completed', [normal(100), null], 100.6, '100:1'],
  ['the day has begun', [normal(100), normal(100)], 100.9, ''],
  ['the next day', [normal(100), normal(100)], 101, '101:01'],
  ['missed days in order', [normal(100), normal(100)], 103.2, '101:01 102:01 103:01'],
  ['seven days are made up for', [normal(100)], 107, '101:0 102:0 103:0 104:0 105:0 106:0 107:0'],
  ['eight wait for a confirmation', [normal(100)], 108, 'unconfirmed'],
  ['confirmed, today alone', [normal(100)], 120, '120:0', 'confirmed'],
  ['a clock that is not trusted does not begin even the next day', [normal(100)], 101, 'doubted', 'doubted'],
  ['a clock that is not trusted, today has begun', [normal(100)], 100.5, '', 'doubted'],
  [
    'a clock that is not trusted completes a day that one partition lacks',
    [normal(101), normal(100)],
    103,
    '101:1 doubted',
    'doubted',
  ],
  ['a clock that settles waits without an alarm', [normal(100)], 103, '', 'settling'],
  ['a clock that settles, after more than a week', [normal(100)], 108, 'unconfirmed', 'settling'],
  ['the first day of a log needs no clock that settled', [null], 100.5, '100:0', 'settling'],
  ['a clock behind the last day', [normal(100)], 98, 'before_last'],
  ['a confirmation does not move a day back', [normal(100)], 98, 'before_last', 'confirmed'],
  ['a host an hour behind another at midnight', [normal(100)], 99.97, ''],
  ['a partition that lacks the last day, then the next one', [normal(101), normal(100)], 102, '101:1 102:01'],
  ['a partition that lacks it while the rest waits', [normal(101), normal(100)], 140, '101:1 unconfirmed'],
  ['days go on after an operator resumed', [resumed(98), resumed(98)], 99, '99:01'],
  ['a resumed day that one partition lacks', [resumed(98), normal(5_000)], 98.4, '98R:1'],
  ['a day in the future in one partition is not passed over', [normal(100), normal(5_000)], 100.5, 'before_last'],
];

for (const [what, newest, days, plan, trust] of cases) {
  test(`days: ${what}`, () => assert.is(planned(newest, days * dayMs, trust), plan));
}

test('a tick is the same observation wherever it is made, and names its day', () => {
  assert.equal(tickObservation(normal(20_000)), tickObservation(normal(20_000)));
  assert.is(tickObservation(normal(20_000)).observedAt, 20_000 * dayMs);
  assert.equal(tickIn(tickObservation(resumed(20_000))), resumed(20_000));
  assert.is.not(tickObservation(resumed(20_000)).id, tickObservation(normal(20_000)).id);
});

test('a time is confirmed for an hour, by what agrees with the clock to within an hour', () => {
  let now = 100 * dayMs;
  const outside = createOutsideTime(() => now);
  assert.is(outside.confirms(), false);
  outside.note(now - 2 * hour);
  assert.is(outside.confirms(), false);
  assert.is(outside.contradicts(), true);
  outside.note(now + hour / 2);
  assert.is(outside.confirms(), true);
  assert.is(outside.contradicts(), false, 'one agrees');
  now += 2 * hour;
  assert.is(outside.confirms(), false, 'too long ago');
  outside.note(now);
  now -= 3 * dayMs;
  assert.is(outside.confirms(), false, 'the clock was set back since');
});

const steady: TrustedClock = { trust: () => 'steady', vouch: () => undefined };

/** A log of ticks whose writer may be killed after any partition. */
function killedLog(partitions: number) {
  const log: Tick[][] = Array.from({ length: partitions }, () => []);
  let left = Number.POSITIVE_INFINITY;
  return {
    log,
    killAfter: (appends: number) => {
      left = appends;
    },
    newest: async () => log.map((ticks) => ticks.at(-1) ?? null),
    append: async (tick: Tick, into: readonly number[]) => {
      for (const partition of into) {
        if (left === 0) throw new Error('killed');
        left -= 1;
        log[partition]?.push(tick);
      }
    },
  };
}

test('killed after any append: each partition has the same days, each once and in order', async () => {
  const steps = fc.array(fc.record({ hours: fc.integer({ min: 1, max: 150 }), survives: fc.nat({ max: 12 }) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { log, ...killed } = killedLog(3);
      let now = 100 * dayMs;
      const options = { ...killed, clock: () => now, trusted: steady };
      for (const { hours, survives } of given) {
        now += hours * hour;
        killed.killAfter(survives);
        await beginDays(options).catch(() => undefined);
        killed.killAfter(Number.POSITIVE_INFINITY);
        await beginDays(options);
        assert.equal(log[0], log[1]);
        assert.equal(log[0], log[2]);
        const days = (log[0] ?? []).map(({ day }) => day);
        assert.equal(
          days,
          [...new Set(days)].sort((a, b) => a - b),
        );
        assert.is(days.at(-1), Math.floor(now / dayMs));
      }
    }),
    { numRuns: runsOf(200) },
  );
});

test('after a clock jumps, nothing is written and the reason is reported; days go on when it is right again', async () => {
  const { log, ...killed } = killedLog(2);
  let now = 20_000.5 * dayMs;
  const options = { ...killed, clock: () => now, trusted: steady };
  const healths: (string | null)[] = [];
  for (const day of [20_000.5, 20_400, 19_000, 20_001.1]) {
    now = day * dayMs;
    healths.push((await beginDays(options)).message);
  }
  assert.equal(healths, [
    null,
    'the clock shows 2025-11-08, more than 7 days after 2024-10-04, and no other host confirms it',
    'the clock shows 2022-01-08, but 2024-10-04 has begun already',
    null,
  ]);
  assert.equal(
    log[0]?.map(({ day }) => day),
    [20_000, 20_001],
  );
});

/** A clock that the test sets, one that runs on, and the times that other hosts state. */
function clocks() {
  const at = { clock: 20_000.5 * dayMs, elapsed: 5_000 };
  const outside = createOutsideTime(() => at.clock);
  return {
    at,
    outside,
    trusted: trustClock({ clock: () => at.clock, elapsed: () => at.elapsed, outside }),
    pass: (ms: number) => {
      at.clock += ms;
      at.elapsed += ms;
    },
  };
}

test('a clock settles ten minutes after the start, or once others state its time', () => {
  const { trusted, pass, outside, at } = clocks();
  assert.is(trusted.trust(), 'settling');
  pass(hour / 6);
  assert.is(trusted.trust(), 'steady');
  outside.note(at.clock + hour / 60);
  assert.is(trusted.trust(), 'confirmed');
});

const jumps = [2, 24, 3 * 24, 7 * 24, 400 * 24, -2, -48];

for (const hours of jumps) {
  test(`a clock that jumps ${hours} hours while the program runs begins no day, until it is right or others state it`, async () => {
    const { log, ...killed } = killedLog(1);
    const { trusted, pass, outside, at } = clocks();
    const options = { ...killed, clock: () => at.clock, trusted };
    const days = (): readonly number[] => (log[0] ?? []).map(({ day }) => day);
    await beginDays(options);
    pass(hour);
    at.clock += hours * hour;
    for (let checks = 0; checks < 5; checks += 1) await beginDays(options);
    assert.equal(days(), [20_000]);
    at.clock -= hours * hour;
    pass(24 * hour);
    await beginDays(options);
    assert.equal(days(), [20_000, 20_001]);
    at.clock += 48 * hour;
    assert.is((await beginDays(options)).alarm, 'doubted');
    outside.note(at.clock);
    await beginDays(options);
    assert.equal(days(), [20_000, 20_001, 20_002, 20_003], 'the program was suspended: others state the new time');
  });
}

test('others that state another time stop a clock that was wrong from the start; an operator who vouches lets it go on', async () => {
  const { log, ...killed } = killedLog(1);
  const { trusted, pass, outside, at } = clocks();
  const options = { ...killed, clock: () => at.clock, trusted };
  await killed.append(normal(19_998), [0]);
  assert.is((await beginDays(options)).alarm, null, 'it waits for a word from outside');
  assert.is(log[0]?.length, 1);
  outside.note(at.clock - 2 * dayMs);
  pass(hour / 2);
  assert.is((await beginDays(options)).alarm, 'doubted');
  await killed.append(resumed(20_000), [0]);
  at.clock += 20 * hour;
  at.elapsed += hour;
  await beginDays(options);
  assert.is(log[0]?.length, 2, 'it jumped after that');
});

test('a day that an operator vouches for makes the clock believed again after a jump', async () => {
  const { log, ...killed } = killedLog(1);
  const { trusted, pass, at } = clocks();
  const options = { ...killed, clock: () => at.clock, trusted };
  await beginDays(options);
  at.clock += 3 * dayMs;
  assert.is((await beginDays(options)).alarm, 'doubted');
  await killed.append(resumed(20_003), [0]);
  await beginDays(options);
  pass(dayMs);
  assert.is((await beginDays(options)).alarm, null);
  assert.is(log[0]?.at(-1)?.day, 20_004);
});

test.run();
