/** `node:crypto`, with ids from the seed. */
import { randomUUID as realUuid } from 'node:crypto';
import { isSimulating, simulation } from '../kernel/simulation.ts';

export * from 'node:crypto';

/** A UUID of version 4. */
export function randomUUID(): string {
  if (!isSimulating()) return realUuid();
  const word = (): string => simulation().random.word().toString(16).padStart(8, '0');
  const [a, b, c, d] = [word(), word(), word(), word()];
  return `${a}-${b.slice(4)}-4${b.slice(1, 4)}-8${c.slice(5)}-${c.slice(0, 4)}${d}`;
}
