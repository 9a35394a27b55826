/** Conditions in virtual time: what never holds has the same message at an earlier end, unless another condition is the first. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SimulatedProcess } from '../kernel/process.ts';
import { Simulation, useSimulation } from '../kernel/simulation.ts';
import { reached } from './reached.ts';

const pace = { channelMs: 1, commitMs: 1, acknowledgeMs: 1, timerMs: 1 };

interface Outcome {
  readonly error: string;
  readonly atMs: number;
}

/** Awaits conditions of one thread that hold from these virtual times on, one after the other. */
async function awaitAll(patience: number, holdFromMs: readonly number[]): Promise<Outcome> {
  const simulation = new Simulation({ seed: 1, patience }, {}, pace);
  useSimulation(simulation);
  // What holds later becomes true by an event that is no poll.
  for (const at of holdFromMs) if (at < Infinity) simulation.after(at, null, 'something changes', () => undefined);
  const outcomes: Outcome[] = [];
  simulation.spawn(new SimulatedProcess('actor').thread('main'), 'starts', async () => {
    let error = 'none';
    try {
      for (const at of holdFromMs) await reached('it is done', () => simulation.now >= at);
    } catch (caught) {
      error = caught instanceof Error ? caught.message : String(caught);
    }
    outcomes.push({ error, atMs: simulation.now });
  });
  await simulation.run(() => outcomes.length > 0, 1_000_000);
  return outcomes[0] ?? { error: 'neither reached nor given up', atMs: Infinity };
}

test('what never holds is given up sooner with less patience, with the same message', async () => {
  const whole = await awaitAll(1, [5, Infinity]);
  const sooner = await awaitAll(1 / 64, [5, Infinity]);
  assert.is(sooner.error, whole.error);
  assert.not.equal(whole.error, 'none');
  assert.ok(sooner.atMs < whole.atMs / 30, `${sooner.atMs} of ${whole.atMs} ms`);
});

test('a condition that would have held later has another message than the one that never does', async () => {
  const whole = await awaitAll(1, [5_000, Infinity]);
  assert.is.not((await awaitAll(1 / 64, [5_000, Infinity])).error, whole.error);
});

test('what holds within the time is reached', async () => {
  assert.is((await awaitAll(1, [0, 40, 110_000])).error, 'none');
});

test.after(() => useSimulation(null));
test.run();
