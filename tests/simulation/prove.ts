/** `npm run sim:prove [NAME …]`: plants each fault, or those named, and runs seeds until one finds it. */
import { rmSync } from 'node:fs';
import { bundleSimulation } from './bundle.ts';
import type { PlantedFault } from './planted/planted-fault.ts';
import { plantedFaults } from './planted/planted-faults.ts';
import { runSeeds } from './run-seeds.ts';

const names = process.argv.slice(2);
const unknown = names.find((name) => plantedFaults.every((fault) => fault.name !== name));
if (unknown !== undefined) {
  console.error(`there is no planted fault ${unknown}; there are ${plantedFaults.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const chosen = plantedFaults.filter(({ name }) => names.length === 0 || names.includes(name));

async function isFound(fault: PlantedFault): Promise<boolean> {
  const { name, world, within, what } = fault;
  const bundle = await bundleSimulation(fault);
  const seeds = Array.from({ length: within }, (_, at) => at + 1);
  const { failed } = await runSeeds(bundle, { world, seeds, plan: {}, mostFailures: 1 });
  rmSync(bundle, { force: true });
  rmSync(`${bundle}.map`, { force: true });
  const [first] = failed;
  if (first === undefined) console.log(`MISSED ${name}: ${what}: none of ${within} seeds of ${world} fails`);
  else console.log(`found ${name} seed ${first.seed} of ${world}: ${first.violation?.invariant ?? ''}`);
  return first !== undefined;
}

let found = 0;
for (const fault of chosen) if (await isFound(fault)) found += 1;
console.log(`${found} of ${chosen.length} planted faults were found`);
process.exitCode = found === chosen.length ? 0 : 1;
