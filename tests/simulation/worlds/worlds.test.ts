/** Two seeds of each world run in this process, one of them in another as well; `npm run sim` runs the others. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleSimulation } from '../bundle.ts';
import type { SimulationBundle } from '../seeds-process.ts';

const bundle = await bundleSimulation();
const { describeWorlds, runPlan } = (await import(bundle)) as SimulationBundle;

/** Two seeds of each world that have faults, and few events. */
const seedsOf: Readonly<Record<string, readonly [number, number]>> = {
  wake: [9, 3],
  accounts: [12, 7],
  hosts: [14, 1],
  feeds: [14, 9],
  chains: [10, 14],
  streams: [4, 1],
  documents: [4, 12],
};
const firstSeed = (name: string): number => seedsOf[name]?.[0] ?? 1;
const otherSeed = (name: string): number => seedsOf[name]?.[1] ?? 2;

/** The run of the first seed of each world. */
const firstOf = new Map<string, ReturnType<typeof runPlan>>();
const firstRun = (name: string): ReturnType<typeof runPlan> => {
  const run = firstOf.get(name) ?? runPlan(name, { seed: firstSeed(name) });
  firstOf.set(name, run);
  return run;
};

for (const [name] of describeWorlds()) {
  test(`world ${name}: equal seeds have equal events and no violation`, async () => {
    const [first, again, other] = [
      await firstRun(name),
      await runPlan(name, { seed: firstSeed(name) }),
      await runPlan(name, { seed: otherSeed(name) }),
    ];
    assert.is(first.violation, null);
    assert.is(again.hash, first.hash);
    assert.is(again.events, first.events);
    assert.not.equal(other.hash, first.hash);
    assert.match(first.hash, /^[0-9a-f]{64}$/);
  });
}

test('a seed has the same events in another process', async () => {
  const names = [...describeWorlds().keys()];
  const script = `
    const { runPlan } = await import(${JSON.stringify(bundle)});
    for (const [name, seed] of ${JSON.stringify(names.map((name) => [name, firstSeed(name)]))}) {
      const { hash, events } = await runPlan(name, { seed });
      console.log(name, hash, events);
    }
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const here: string[] = [];
  for (const name of names) {
    const { hash, events } = await firstRun(name);
    here.push(`${name} ${hash} ${events}`);
  }
  assert.equal(stdout.trim().split('\n'), here);
});

test.run();
