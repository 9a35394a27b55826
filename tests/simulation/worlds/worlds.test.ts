/** Two seeds of each world run in this process; `npm run sim` runs the others. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleSimulation } from '../bundle.ts';
import type { SimulationBundle } from '../seeds-process.ts';

const { describeWorlds, runPlan } = (await import(await bundleSimulation())) as SimulationBundle;

for (const [name] of describeWorlds()) {
  test(`world ${name}: equal seeds have equal events and no violation`, async () => {
    const [first, again, other] = [
      await runPlan(name, { seed: 3 }),
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

test.run();
