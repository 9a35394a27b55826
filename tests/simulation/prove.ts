/**
 * `npm run sim:prove [NAME …]`: plants each fault, or those named, and runs seeds until one finds it: first the one that did
 * the last time. `UPDATE_SEEDS=1` writes those that did now.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bundleSimulation } from './bundle.ts';
import { firstSeeds, writeFirstSeeds } from './planted/first-seeds.ts';
import type { PlantedFault } from './planted/planted-fault.ts';
import { plantedFaults } from './planted/planted-faults.ts';
import { type Proof, proveArgument } from './prove-process.ts';

/** Processor milliseconds of a seed, roughly: what takes longest begins first, so that the processes end together. */
const seedMs: Readonly<Record<string, number>> = {
  wake: 4,
  accounts: 75,
  feeds: 90,
  streams: 150,
  documents: 200,
  hosts: 200,
  chains: 300,
};
/** Every bundle stays in the memory of its process. */
const mostOfProcess = 12;

const names = process.argv.slice(2);
const unknown = names.find((name) => plantedFaults.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  console.error(`there is no planted fault ${unknown}; there are ${plantedFaults.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
/** Where a seed is known, it probably fails again. */
const costOf = ({ name, world, within }: PlantedFault): number =>
  (firstSeeds[name] === undefined ? within : 1) * (seedMs[world] ?? 0);
const chosen = plantedFaults
  .filter(({ name }) => names.length === 0 || names.includes(name))
  .sort((one, other) => costOf(other) - costOf(one));

const proveOne = async (child: ChildProcess, { name }: PlantedFault): Promise<Proof> => {
  // A process plants several faults: none leaves listeners behind.
  const answered = new AbortController();
  const { signal } = answered;
  child.send(name);
  const first = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
  const [answer] = (await first.finally(() => answered.abort())) as [Proof | number | null];
  if (typeof answer === 'object' && answer !== null) return answer;
  throw new Error(`the process that planted ${name} ended`);
};

function report({ name, world, within, what }: PlantedFault, { found, failing, events }: Proof): void {
  for (const seed of failing) console.log(`FAILED seed ${seed} of ${world} fails without a planted fault, too`);
  const cost = `${events.toLocaleString('en')} events`;
  if (found === null) console.log(`MISSED ${name}: ${what}: none of ${within} seeds of ${world} fails (${cost})`);
  else console.log(`found ${name} seed ${found.seed} of ${world}: ${found.invariant} (${cost})`);
}

const found = new Map<string, number>();
let failing = 0;
const left = [...chosen];
async function work(): Promise<void> {
  while (left.length > 0) {
    const file = fileURLToPath(new URL('prove-process.ts', import.meta.url));
    const child = fork(file, [proveArgument, correct]);
    for (let count = 0; count < mostOfProcess; count++) {
      const fault = left.shift();
      if (fault === undefined) break;
      const proof = await proveOne(child, fault);
      report(fault, proof);
      failing += proof.failing.length;
      if (proof.found !== null) found.set(fault.name, proof.found.seed);
    }
    child.kill();
  }
}

/** Bundle of the program without a fault. */
const correct = await bundleSimulation();
const processes = Math.min(availableParallelism(), chosen.length);
await Promise.all(Array.from({ length: processes }, work));
if (process.env['UPDATE_SEEDS'] === '1') {
  writeFirstSeeds(
    found,
    plantedFaults.map(({ name }) => name),
  );
}
console.log(`${found.size} of ${chosen.length} planted faults were found`);
process.exitCode = found.size === chosen.length && failing === 0 ? 0 : 1;
