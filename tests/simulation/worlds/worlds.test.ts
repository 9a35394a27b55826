/** Two seeds of each world run in this process, one of them in another as well; `npm run sim` runs the others. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleSimulation } from '../bundle.ts';
import type { SimulationBundle } from '../seeds-process.ts';

const bundle = await bundleSimulation();
const { describeWorlds, runPlan } = (await import(bundle)) as SimulationBundle;

/** The run of seed 3 of each world. */
const firstOf = new Map<string, ReturnType<typeof runPlan>>();
const firstRun = (name: string): ReturnType<typeof runPlan> => {
  const run = firstOf.get(name) ?? runPlan(name, { seed: 3 });
  firstOf.set(name, run);
  return run;
};

for (const [name] of describeWorlds()) {
  test(`world ${name}: equal seeds have equal events and no violation`, async () => {
    const [first, again, other] = [
      await firstRun(name),
      await runPlan(name, { seed: 3 }),
      await runPlan(name, { seed: 4 }),
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
    for (const name of ${JSON.stringify(names)}) {
      const { hash, events } = await runPlan(name, { seed: 3 });
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
