/** Fuzzes a door for a time, and runs the inputs that earlier runs found. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { fuzzOptions } from '../../support/fuzz-options.ts';
import { type Door, mostGrowth, type Verdict } from './door.ts';

const folderOf = (name: string): string => fileURLToPath(new URL(`../../fixtures/fuzz/${name}`, import.meta.url));

/** Fuzzes for `FUZZ_SECONDS`. Throws with the smallest input that breaks a rule, which is also kept as a file. */
export async function fuzz<C>(door: Door<C>): Promise<void> {
  const { seed, seconds } = fuzzOptions();
  const outcomes = new Map<string, number>();
  const stray = catchStray();
  const before = usedMemory();
  const details = await fc.check(
    fc.asyncProperty(door.inputs, async (input) => {
      const { outcome, problem } = await judged(door, input, stray.problems);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (problem !== null) throw new Error(problem);
    }),
    // oxlint-disable-next-line typescript/no-deprecated -- the plugin of that name has a type that fits no property
    { seed, numRuns: 2 ** 30, interruptAfterTimeLimit: seconds * 1_000, markInterruptAsFailure: false },
  );
  const growth = usedMemory() - before;
  stray.end();
  const counts = Object.fromEntries([...outcomes].sort(([, a], [, b]) => b - a));
  console.log(
    `fuzz ${door.name}: FUZZ_SEED=${seed}, ${details.numRuns} inputs, memory ${growth >> 20} MiB, ${JSON.stringify(counts)}`,
  );
  if (details.failed) {
    const [input] = details.counterexample ?? [];
    throw new Error(`FUZZ_SEED=${seed}: ${messageOf(details.errorInstance)}\nkept as ${keep(door, input)}`);
  }
  assert.ok(growth < mostGrowth, `FUZZ_SEED=${seed}: the memory grew by ${growth} bytes`);
}

/** Judges each kept input again; they were found once and must not come back. */
export async function runKept<C>(door: Door<C>): Promise<void> {
  const folder = folderOf(door.name);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  const stray = catchStray();
  const problems: string[] = [];
  for (const file of files.sort()) {
    const input = JSON.parse(readFileSync(join(folder, file), 'utf8')) as C;
    const { problem } = await judged(door, input, stray.problems);
    if (problem !== null) problems.push(`${door.name}/${file}: ${problem}`);
  }
  stray.end();
  assert.equal(problems, []);
  assert.ok(files.length > 0, `${folder} has no kept input`);
}

/** A few generated inputs from a fixed seed, so that a door that no longer opens fails in the default suite. */
export async function runSome<C>(door: Door<C>, runs: number): Promise<void> {
  const outcomes = new Set<string>();
  const property = fc.asyncProperty(door.inputs, async (input) => {
    const { outcome, problem } = await judged(door, input, []);
    outcomes.add(outcome);
    if (problem !== null) throw new Error(problem);
  });
  await fc.assert(property, { seed: 1, numRuns: runs });
  assert.ok(outcomes.size > 1, `${door.name} answers everything with ${[...outcomes].join()}`);
}

async function judged<C>(door: Door<C>, input: C, stray: string[]): Promise<Verdict> {
  const before = process.cpuUsage();
  let verdict: Verdict;
  try {
    verdict = await door.judge(input);
  } catch (error) {
    verdict = { outcome: 'thrown', problem: `threw ${messageOf(error)}` };
  }
  const { user } = process.cpuUsage(before);
  const [uncaught] = stray.splice(0);
  if (uncaught !== undefined) return { ...verdict, problem: `an error that nothing handled: ${uncaught}` };
  return user / 1_000 > (door.mostCpuMs ?? usualCpuMs) && verdict.problem === null
    ? { ...verdict, problem: `took ${Math.round(user / 1_000)} ms of CPU time` }
    : verdict;
}

const usualCpuMs = 5_000;

interface Stray {
  readonly problems: string[];
  readonly end: () => void;
}

function catchStray(): Stray {
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

function keep<C>({ name }: Door<C>, input: C | undefined): string {
  const text = `${JSON.stringify(input, null, 1)}\n`;
  const file = join(folderOf(name), `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
  mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Bytes in use after a full collection. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
