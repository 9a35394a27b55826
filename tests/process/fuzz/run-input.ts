/** Judges inputs that earlier runs found, and some generated ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { FuzzedInput, Verdict } from './input.ts';

export const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/fuzz/${name}`, import.meta.url));

/** Judges each kept input again; they were found once and must not come back. */
export async function runKept<C>(fuzzed: FuzzedInput<C>, judge: typeof judged = judged): Promise<void> {
  const folder = folderOf(fuzzed.name);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const stray = catchStray();
  const problems: string[] = [];
  for (const file of files.sort()) {
    const input = JSON.parse(readFileSync(join(folder, file), 'utf8')) as C;
    const { problem } = await judge(fuzzed, input, stray.problems);
    if (problem !== null) problems.push(`${fuzzed.name}/${file}: ${problem}`);
  }
  stray.end();
  assert.equal(problems, []);
  assert.ok(files.length > 0, `${folder} has no kept input`);
}

/** A few generated inputs from a fixed seed, so that a part that refuses all of them fails in the default suite. */
export async function runSome<C>(fuzzed: FuzzedInput<C>, runs: number): Promise<void> {
  const outcomes = new Set<string>();
  const property = fc.asyncProperty(fuzzed.inputs, async (input) => {
    const { outcome, problem } = await judged(fuzzed, input, []);
    outcomes.add(outcome);
    if (problem !== null) throw new Error(problem);
  });
  await fc.assert(property, { seed: 1, numRuns: runs });
  assert.ok(outcomes.size > 1, `${fuzzed.name} answers everything with ${[...outcomes].join()}`);
}

/** @param stray errors that nothing handled; those of this input are taken from it */
export async function judged<C>(fuzzed: FuzzedInput<C>, input: C, stray: string[]): Promise<Verdict> {
  let verdict: Verdict;
  try {
    verdict = await fuzzed.judge(input);
  } catch (error) {
    verdict = { outcome: 'thrown', problem: `threw ${messageOf(error)}` };
  }
  const [uncaught] = stray.splice(0);
  return uncaught === undefined ? verdict : { ...verdict, problem: `an error that nothing handled: ${uncaught}` };
}

export interface Stray {
  readonly problems: string[];
  readonly end: () => void;
}

export function catchStray(): Stray {
  const problems: string[] = [];
  const add = (error: unknown): void => void problems.push(messageOf(error));
  process.on('unhandledRejection', add);
  process.on('uncaughtException', add);
  return {
    problems,
    end: () => {
      process.off('unhandledRejection', add);
      process.off('uncaughtException', add);
    },
  };
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
