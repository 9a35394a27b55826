import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { measureLoopDelay } from '../../../infra/process/loop-delay.ts';
import { withVirtualTime } from '../../support/virtual-time.ts';

test('an idle process measures five times a second, one with requests fifty times, until a second passes without', () =>
  withVirtualTime(async ({ advance, now }) => {
    let measured = 0;
    const delay = measureLoopDelay(() => {
      measured += 1;
      return now();
    });
    const countIn = async (ms: number): Promise<number> => {
      measured = 0;
      await advance(ms);
      return measured;
    };
    assert.is(await countIn(1_990), 9);
    delay.arrived();
    assert.is(await countIn(900), 45);
    await advance(2_500);
    assert.is(await countIn(2_000), 10);
    delay.stop();
    assert.is(await countIn(2_000), 0);
  }));

test('the median is that of the last second; what is taken are all delays since the last time', () =>
  withVirtualTime(async ({ advance, now }) => {
    let lateMs = 0;
    const delay = measureLoopDelay(() => now() + lateMs);
    delay.arrived();
    await advance(1_000);
    assert.is(delay.medianMs(), 0);
    delay.arrived();
    for (let turn = 0; turn < 8; turn += 1) {
      lateMs += 300;
      await advance(20);
    }
    assert.is(Math.round(delay.medianMs()), 300);
    const { max, p99, min } = delay.take();
    assert.equal([Math.round(10 * max), Math.round(10 * p99), min], [3, 3, 0]);
    assert.equal(delay.take(), { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 });
    await advance(3_000);
    assert.is(delay.medianMs(), 0);
    delay.stop();
  }));

test('one turn of any length is no load, not even where a second has no other delay', () =>
  withVirtualTime(async ({ advance, now }) => {
    for (const turnMs of [300, 1_500, 20_000]) {
      let lateMs = 0;
      const delay = measureLoopDelay(() => now() + lateMs);
      await advance(1_000);
      lateMs += turnMs;
      for (let at = 0; at < 2_000; at += 100) {
        await advance(100);
        assert.is(Math.round(delay.medianMs()), 0, `${at} ms after a turn of ${turnMs} ms`);
      }
      delay.stop();
    }
  }));

test('turn after turn is load', () =>
  withVirtualTime(async ({ advance, now }) => {
    let lateMs = 0;
    const delay = measureLoopDelay(() => now() + lateMs);
    await advance(1_000);
    for (let turn = 0; turn < 5; turn += 1) {
      lateMs += 1_500;
      await advance(200);
    }
    assert.is(Math.round(delay.medianMs()), 1_500);
    delay.stop();
  }));

test('turns of the start do not count once requests are served', () =>
  withVirtualTime(async ({ advance, now }) => {
    let lateMs = 0;
    const delay = measureLoopDelay(() => now() + lateMs);
    for (let turn = 0; turn < 7; turn += 1) {
      lateMs += 900;
      await advance(200);
    }
    assert.is(Math.round(delay.medianMs()), 900);
    delay.begin();
    for (let at = 0; at < 3_000; at += 100) {
      assert.is(Math.round(delay.medianMs()), 0, `${at} ms after the start`);
      await advance(100);
    }
    delay.stop();
  }));

test.run();
