import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('first-seeds.json', import.meta.url);

/** The seed that found each planted fault the last time, by name: it is tried first. */
export const firstSeeds = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>;

/** Replaces the seeds of these faults; those of faults that are no longer planted are left out. */
export function writeFirstSeeds(found: ReadonlyMap<string, number>, planted: readonly string[]): void {
  const seeds = [...planted].sort().flatMap((name) => {
    const seed = found.get(name) ?? firstSeeds[name];
    return seed === undefined ? [] : [[name, seed] as const];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(seeds), null, 2)}\n`);
}
