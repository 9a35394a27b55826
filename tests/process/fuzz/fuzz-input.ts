/** Fuzzes one input for a time. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { fuzzOptions } from '../../support/fuzz-options.ts';
import { cpuMs } from '../../support/real-time.ts';
import { type FuzzedInput, mostGrowth } from './input.ts';
import { catchStray, folderOf, judged, messageOf, runKept } from './run-input.ts';

/** Judges the kept inputs, then fuzzes for `FUZZ_SECONDS`. Throws with the smallest input that breaks a rule, which is also kept as a file. */
export async function fuzz<C>(fuzzed: FuzzedInput<C>): Promise<void> {
  const { seed, seconds } = fuzzOptions();
  const outcomes = new Map<string, number>();
  await runKept(fuzzed, judgedInTime);
  const stray = catchStray();
  const before = usedMemory();
  const details = await fc.check(
    fc.asyncProperty(fuzzed.inputs, async (input) => {
      const { outcome, problem } = await judgedInTime(fuzzed, input, stray.problems);
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
    `fuzz ${fuzzed.name}: FUZZ_SEED=${seed}, ${details.numRuns} inputs, memory ${growth >> 20} MiB, ${JSON.stringify(counts)}`,
  );
  if (details.failed) {
    const [input] = details.counterexample ?? [];
    throw new Error(`FUZZ_SEED=${seed}: ${messageOf(details.errorInstance)}\nkept as ${keep(fuzzed, input)}`);
  }
  assert.ok(growth < mostGrowth, `FUZZ_SEED=${seed}: the memory grew by ${growth} bytes`);
}

/** Also what takes too much CPU time is a problem. */
const judgedInTime: typeof judged = async (fuzzed, input, stray) => {
  const before = cpuMs();
  const verdict = await judged(fuzzed, input, stray);
  const spent = cpuMs() - before;
  return spent > (fuzzed.mostCpuMs ?? usualCpuMs) && verdict.problem === null
    ? { ...verdict, problem: `took ${Math.round(spent)} ms of CPU time` }
    : verdict;
};

const usualCpuMs = 5_000;

function keep<C>({ name }: FuzzedInput<C>, input: C | undefined): string {
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
