/** Runs one case of one bench and sends its measurements to the parent process. */
import { type BenchOptions, casesOf } from './bench.ts';
import { benches } from './benches.ts';
import type { Measurement } from './measurement.ts';

export interface ChildTask {
  readonly bench: string;
  readonly case: string;
  readonly options: BenchOptions;
}

// A signal to the parent also ends this process and the processes it has started.
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => process.exit(1));

const task = JSON.parse(process.argv[2] ?? '') as ChildTask;
const bench = benches.find(({ name }) => name === task.bench);
const run = bench === undefined ? undefined : casesOf(bench)[task.case];
if (run === undefined) throw new Error(`no case ${task.bench} ${task.case}`);
const measurements: readonly Measurement[] = await run(task.options);
await new Promise((resolve) => process.send?.(measurements, resolve));
process.exit(0);
