import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { untilServed } from '../../../cli/engine/until-served.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { RetryableError } from '../../../infra/errors.ts';

const { config } = loadConfig({});

/** An engine whose `declare` has read its input after so many checks, and a clock that sleeping moves. */
function behindFor(checks: number, isRunning: () => Promise<boolean> = async () => true) {
  let [now, asked] = [0, 0];
  const engine = {
    log: {
      partitionsOf: () => 1,
      ranges: async () => [{ partition: 0, low: 0, end: 1_204 }],
    },
    processors: {
      isRunning,
      positionsOf: async (name: string) => {
        if (name === 'declare') asked += 1;
        const position = name === 'declare' && asked <= checks ? 0 : 1_204;
        return { position: () => position, get: () => Buffer.from(String(position)) };
      },
    },
  } as unknown as Engine;
  return {
    engine,
    clock: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    slept: () => now,
  };
}

test('without a service that could serve it, nothing is awaited', async () => {
  const { engine, clock, sleep, slept } = behindFor(1, async () => false);
  assert.is(await untilServed(engine, config, { clock, sleep }), null);
  assert.is(slept(), 0);
});

test('a service that is too busy to answer serves it later', async () => {
  const { engine, clock, sleep, slept } = behindFor(3, () => Promise.reject(new RetryableError('no answer')));
  assert.is(await untilServed(engine, config, { clock, sleep }), null);
  assert.is(slept(), 80);
});

test('after ten seconds of the clock, the answer names who is behind and how far', async () => {
  const { engine, clock, sleep, slept } = behindFor(Number.POSITIVE_INFINITY);
  assert.match((await untilServed(engine, config, { clock, sleep })) ?? '', /^declare [\d,]+ records behind/);
  assert.ok(slept() > 10_000 && slept() < 10_100);
});

test.run();
