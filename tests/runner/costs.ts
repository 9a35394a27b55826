/** Processor time of each test file in the last accepted run (`tests/costs.json`): balances the workers, and keeps files cheap. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processor seconds, or these with the reason why a file takes more than `most`. */
export type Cost = number | { readonly seconds: number; readonly reason: string };
export type Costs = Readonly<Record<string, Cost>>;

/** A file that takes more needs a reason. */
export const mostSeconds = 3;
/** Cheaper files have no line. */
const leastSeconds = 0.3;
const usualSeconds = 0.1;

const pathIn = (root: string): string => join(root, 'tests', 'costs.json');

export const readCosts = (root: string): Costs => JSON.parse(readFileSync(pathIn(root), 'utf8')) as Costs;

export const secondsOf = (cost: Cost | undefined): number =>
  cost === undefined ? usualSeconds : typeof cost === 'number' ? cost : cost.seconds;

/**
 * Files without a line that took more than `mostSeconds`, in seconds of the machine of the accepted run: the sum over all
 * files that have a line is taken to be the same on both. A suite that has become cheaper is no reason to allow less.
 */
export function withoutLine(accepted: Costs, measured: ReadonlyMap<string, number>): readonly string[] {
  const both = [...measured].filter(([file]) => accepted[file] !== undefined);
  const here = both.reduce((sum, [, seconds]) => sum + seconds, 0);
  const there = both.reduce((sum, [file]) => sum + secondsOf(accepted[file]), 0);
  const scale = here > 0 && there > 0 ? Math.min(1, there / here) : 1;
  return [...measured]
    .filter(([file, seconds]) => accepted[file] === undefined && seconds * scale > mostSeconds)
    .map(([file]) => file);
}

/** Replaces the figures; the reasons stay. */
export function writeCosts(root: string, accepted: Costs, measured: ReadonlyMap<string, number>): void {
  const lines = [...measured]
    .filter(([, seconds]) => seconds >= leastSeconds)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, measuredSeconds]) => {
      const seconds = Number(measuredSeconds.toFixed(1));
      const cost = accepted[file];
      const reason = typeof cost === 'object' ? cost.reason : '';
      return [file, seconds > mostSeconds ? { seconds, reason } : seconds] as const;
    });
  writeFileSync(pathIn(root), `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
}
