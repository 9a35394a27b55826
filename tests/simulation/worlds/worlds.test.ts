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

const names = [...describeWorlds().keys()];
/** The run of the first seed of each world, after one of another seed: nothing of a run reaches the next. */
const runs = new Map<string, Awaited<ReturnType<typeof runPlan>>>();

for (const name of names) {
  test(`world ${name}: seeds with other numbers have other events, and no violation`, async () => {
    const other = await runPlan(name, { seed: otherSeed(name) });
    const first = await runPlan(name, { seed: firstSeed(name) });
    runs.set(name, first);
    assert.is(first.violation, null);
    assert.not.equal(other.hash, first.hash);
    assert.match(first.hash, /^[0-9a-f]{64}$/);
  });
}

test('equal seeds have equal events, in another process and in another order of the worlds', async () => {
  const script = `
    const { runPlan } = await import(${JSON.stringify(bundle)});
    for (const [name, seed] of ${JSON.stringify(names.toReversed().map((name) => [name, firstSeed(name)]))}) {
      const { hash, events } = await runPlan(name, { seed });
      console.log(name, hash, events);
    }
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const here = names.map((name) => `${name} ${runs.get(name)?.hash} ${runs.get(name)?.events}`);
  assert.equal(stdout.trim().split('\n').toReversed(), here);
});

test.run();
