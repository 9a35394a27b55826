/** A process of `sim:prove`: plants one fault after the other and runs seeds until one fails. Packages are loaded once. */
import { rmSync } from 'node:fs';
import { bundleSimulation } from './bundle.ts';
import { firstSeeds } from './planted/first-seeds.ts';
import type { PlantedFault } from './planted/planted-fault.ts';
import { plantedFaults } from './planted/planted-faults.ts';
import type { SeedResult } from './run-plan.ts';
import type { SimulationBundle } from './seeds-process.ts';

/** What became of a planted fault. */
export interface Proof {
  readonly name: string;
  /** A seed that fails; null if none does. */
  readonly found: { readonly seed: number; readonly invariant: string } | null;
  /** Seeds that fail without the planted fault, too: each shows another fault, of the program or of the world. */
  readonly failing: readonly number[];
  /** Events of all seeds that ran. */
  readonly events: number;
}

/** Argument that starts the process; the path of the bundle without a fault follows. */
export const proveArgument = '--prove-process';

/** The seed that found the fault the last time, then all others from 1 on. */
function* seedsOf({ name, within }: PlantedFault): Generator<number> {
  const known = firstSeeds[name];
  if (known !== undefined) yield known;
  for (let seed = 1; seed <= within; seed++) if (seed !== known) yield seed;
}

async function prove(name: string, correct: SimulationBundle): Promise<Proof> {
  const fault = plantedFaults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no planted fault ${name}`);
  const bundle = await bundleSimulation({ planted: fault });
  const { runPlan } = (await import(bundle)) as SimulationBundle;
  let failed: SeedResult | null = null;
  let events = 0;
  const failing: number[] = [];
  for (const seed of seedsOf(fault)) {
    const result = await runPlan(fault.world, { seed });
    events += result.events;
    if (result.violation === null) continue;
    const { violation } = await correct.runPlan(fault.world, { seed });
    if (violation !== null) {
      failing.push(seed);
      continue;
    }
    failed = result;
    break;
  }
  rmSync(bundle, { force: true });
  const found = failed === null ? null : { seed: failed.seed, invariant: failed.violation?.invariant ?? '' };
  return { name, found, failing, events };
}

if (process.argv[2] === proveArgument) {
  // Each bundle listens for rejections.
  process.setMaxListeners(0);
  const correct = import(process.argv[3] ?? '') as Promise<SimulationBundle>;
  const proveNext = async (name: string): Promise<Proof> => prove(name, await correct);
  process.on('message', (name: string) => {
    proveNext(name).then(
      (proof) => process.send?.(proof),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
