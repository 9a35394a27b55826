/** `pipeline/chain/evm/code/walk-code.ts`: a process knows the walks that it made, and none of another process or seed. */
import { walkCode as realWalkCode, walkOf as realWalkOf } from '../../../pipeline/chain/evm/code/walk-code.ts';
import type { SimulatedProcess } from '../kernel/process.ts';
import { simulation } from '../kernel/simulation.ts';

export * from '../../../pipeline/chain/evm/code/walk-code.ts';

const hashes = new WeakMap<SimulatedProcess, Set<string>>();

export const walkCode: typeof realWalkCode = (hash, code) => {
  const process = simulation().current?.process;
  if (process !== undefined) hashes.set(process, (hashes.get(process) ?? new Set()).add(hash));
  return realWalkCode(hash, code);
};

export const walkOf: typeof realWalkOf = (hash) => {
  const process = simulation().current?.process;
  return process !== undefined && hashes.get(process)?.has(hash) === true ? realWalkOf(hash) : undefined;
};
