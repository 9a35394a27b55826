/**
 * `npm run bench -- [names] [--case <text>] [--runs <n>] [--quick] [--profile] [--json] [--save]`: runs benches and prints
 * every figure with its floor and its target. A missed target is printed as such and the exit code is 0; it is 1 when a
 * bench could not be run.
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localDirectory } from '../infra/config/local-directory.ts';
import { whatIsMissing } from '../tools/local/programs.ts';
import { type Bench, type BenchOptions, casesOf } from './bench.ts';
import { benches } from './benches.ts';
import type { ChildTask } from './child.ts';
import { describeMachine, load, machine, whyNotCounted } from './machine.ts';
import { figureOf, type Figure, type Measurement } from './measurement.ts';
import { figureTable } from './report.ts';

const quickScale = 0.1;
const runLimitMs = 45 * 60 * 1000;

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`no bench "${unknown.join('", "')}"; there are ${benches.map(({ name }) => name).join(', ')}`);
  process.exit(64);
}

if (flags.save && (flags.quick || flags.profile || flags.case !== '')) {
  console.error('only whole benches at their full size are saved: without --case, --quick and --profile');
  process.exit(64);
}

const options: BenchOptions = { scale: flags.quick ? quickScale : 1, profile: flags.profile };
const runs = flags.quick || flags.profile ? 1 : Number(flags.runs);
const uncounted = whyNotCounted();
print({ machine: machine(), ...options, runs, ...(uncounted === null ? {} : { uncounted }) }, [
  ...describeMachine(machine()),
  ...warnings(),
  ...(flags.quick ? [`quick run: ${quickScale * 100} % of the full size, one run`] : []),
]);
for (const bench of benches.filter(({ name }) => names.length === 0 || names.includes(name))) await runBench(bench);
print({ machine: machine() }, [`load average ${load()}`, ...warnings()]);

function warnings(): readonly string[] {
  return uncounted === null ? [] : [uncounted];
}

async function runBench(bench: Bench): Promise<void> {
  const missing = bench.onKafka === undefined ? null : await whatIsMissing(localDirectory());
  const names = Object.keys(missing === null ? casesOf(bench) : bench.cases).filter((name) =>
    name.includes(flags.case),
  );
  if (missing !== null)
    print({ bench: bench.name, skipped: missing }, [`\n${bench.name}: nothing on Kafka. ${missing}`]);
  if (names.length === 0) return;
  const measured: Measurement[] = [];
  const before = load();
  for (const name of names) {
    for (let run = 1; run <= runs; run++) {
      if (!flags.json) process.stderr.write(`  ${bench.name}: ${name}, run ${run} of ${runs}\n`);
      measured.push(...(await runOrReport({ bench: bench.name, case: name, options })));
    }
  }
  const figures = figuresOf(measured);
  if (flags.json) {
    for (const figure of figures) console.log(JSON.stringify({ bench: bench.name, ...figure }));
    return;
  }
  const text = `${bench.name}: ${bench.measures} (load ${before} before, ${load()} after)\n${figureTable(figures)}`;
  console.log(`\n${text}`);
  if (flags.save && uncounted !== null) console.error(`not saved: ${uncounted}`);
  else if (flags.save && figures.length > 0)
    save(bench.name, [...describeMachine(machine()), `median of ${runs}`, '', text]);
}

/** Plain text, so that two results can be compared with a text diff. */
function save(name: string, lines: readonly string[]): void {
  const folder = fileURLToPath(new URL('results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.txt`, `${lines.join('\n')}\n`);
}

/** A case that cannot be run does not affect the others. */
async function runOrReport(task: ChildTask): Promise<readonly Measurement[]> {
  try {
    return await runInChild(task);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return [];
  }
}

function runInChild(task: ChildTask): Promise<readonly Measurement[]> {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [JSON.stringify(task)], {
    execArgv: ['--expose-gc', '--import', 'tsx', '--import', new URL('support/built.mjs', import.meta.url).href],
    // The worker threads of the in-process ClickHouse; see cli/attestry.cts.
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    timeout: runLimitMs,
    killSignal: 'SIGTERM',
  });
  return new Promise((resolve, reject) => {
    let measured: readonly Measurement[] | null = null;
    child.on('message', (message) => {
      measured = message as readonly Measurement[];
    });
    child.on('close', (code, signal) => {
      if (measured === null) reject(new Error(`${task.bench} ${task.case} ended with ${code ?? signal ?? ''}`));
      else resolve(measured);
    });
  });
}

function figuresOf(measured: readonly Measurement[]): readonly Figure[] {
  const names = [...new Set(measured.map(({ name }) => name))];
  return names.map((name) => figureOf(measured.filter((measurement) => measurement.name === name)));
}

function print(json: object, lines: readonly string[]): void {
  for (const line of flags.json ? [JSON.stringify(json)] : lines) console.log(line);
}
