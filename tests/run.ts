/**
 * Runs every test file, several at a time; the last line has the totals. Files of a folder share a process, except those
 * that start the program. A process that registers no test, hangs or crashes counts as a failure. `--long` adds
 * `*.long.test.ts`; `--times` prints what took most CPU time; other arguments filter paths.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lastLine, noResults, plus, type Results, resultsOfFile, resultsOfRunner, whatFailed } from './results.ts';
import type { CpuOfFiles, StartedFile } from './several.ts';
import { compileSources } from './support/compiled-sources.ts';
import type { StartedTest } from './support/reported-tests.ts';
import { makeScratchDirectory } from './support/scratch-directory.ts';
import { printTimes, secondsText } from './times.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const shortLived = fileURLToPath(new URL('support/short-lived.cjs', import.meta.url));
/** Detects processes that hang. Far above the usual 60 s, because a busy machine can be five times slower. */
const processLimitMs = 600_000;
const longFileLimitMs = 3_600_000;

/** A compromise: larger batches load shared modules fewer times, but leave one core idle at the end of a run. */
const filesPerProcess = 32;

/** Folder whose files start the program. Its files of the default suite share a service and a demo, so they share a process. */
const programFolder = join('tests', 'process') + sep;
const startsProgram = (file: string): boolean => file.startsWith(programFolder);

/** Files of other folders that read the demo. */
const demoFiles = ['docs/examples', 'docs/help-examples'].map((file) => join('tests', `${file}.test.ts`));

/** Test files that share one process. */
interface Batch {
  /** Path of the first file, and the number of the others. */
  readonly name: string;
  readonly files: readonly string[];
}

interface BatchResult {
  readonly name: string;
  readonly results: Results;
  readonly output: string;
  readonly ms: number;
  readonly cpu: CpuOfFiles;
}

const isCi = process.env['CI'] === 'true';
const long = process.argv.includes('--long');
const times = process.argv.includes('--times');
const filters = process.argv.slice(2).filter((argument) => argument !== '--long' && argument !== '--times');
const unknown = filters.find((argument) => argument.startsWith('-'));
if (unknown !== undefined) {
  console.error(`${unknown} is no option: there are --long and --times; other arguments filter paths`);
  process.exit(2);
}
const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && (long || !file.endsWith('.long.test.ts')))
  .map((file) => join('tests', file))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort();

// Long suites may write more than fits into memory.
const scratch = makeScratchDirectory(!long);
process.once('exit', scratch.remove);
const compiled = join(scratch.path, 'compiled');
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    running.forEach(killGroup);
    process.exit(1);
  });
}

if (files.length > 0) await compileSources(root, compiled);
const done: BatchResult[] = [];
const [programs, others] = batchesOf(files);
await Promise.all(Array.from({ length: Math.min(6, availableParallelism() + 2) }, (_, index) => worker(index)));

if (filters.length === 0) done.push(await runSimulation());

const slowest = [...done].sort((a, b) => b.ms - a.ms).slice(0, 5);
console.log(`\nslowest: ${slowest.map(({ name, ms }) => `${name} ${secondsText(ms / 1000)}`).join(', ')}`);
if (times) printTimes(done);
for (const { name } of done.filter(({ results }) => results.failed > 0)) console.log(`failed: ${name}`);
if (files.length === 0) console.log('no test file matches');
const total = done.reduce((sum, { results }) => plus(sum, results), noResults);
console.log(lastLine(total));
process.exitCode = files.length === 0 || total.failed > 0 ? 1 : 0;

/** Half of the workers prefer batches that start the program, which mostly wait; the other half those that compute. */
async function worker(index: number): Promise<void> {
  const [first, second] = index % 2 === 0 ? [programs, others] : [others, programs];
  const next = (): Batch | undefined => first.shift() ?? second.shift();
  for (let batch = next(); batch !== undefined; batch = next()) {
    const result = await runBatch(batch);
    done.push(result);
    const { results, ms, output } = result;
    console.log(`${results.failed > 0 ? 'FAIL' : 'ok  '} ${batch.name} (${results.passed} tests, ${ms} ms)`);
    if (results.failed > 0) console.log(whatFailed(output));
    else for (const line of output.split('\n').filter((one) => one.startsWith('fuzz '))) console.log(line);
  }
}

/** Batches of files that start the program, and batches of all others. */
function batchesOf(all: readonly string[]): readonly [programs: Batch[], others: Batch[]] {
  const alone = (file: string): boolean => file.endsWith('.long.test.ts');
  const together = all.filter((file) => !alone(file) && (startsProgram(file) || demoFiles.includes(file)));
  const byFolder = new Map<string, string[]>();
  for (const file of all.filter((one) => !alone(one) && !together.includes(one))) {
    const folder = file.split(sep).slice(0, 2).join(sep);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  const asBatch = (batch: readonly string[]): Batch => ({ name: nameOf(batch), files: batch });
  return [
    [...(together.length > 0 ? [together] : []), ...all.filter(alone).map((file) => [file])].map(asBatch),
    [...byFolder.values()].flatMap(inParts).map(asBatch),
  ];
}

/** Splits files into the smallest number of parts, of about equal size. */
function inParts(all: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(all.length / filesPerProcess);
  const start = (part: number): number => Math.round((part * all.length) / parts);
  return Array.from({ length: parts }, (_, part) => all.slice(start(part), start(part + 1)));
}

function nameOf(batch: readonly string[]): string {
  const [first = '', ...others] = batch.map((file) => relative('tests', file));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function runBatch({ name, files: batch }: Batch): Promise<BatchResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const several = join(compiled, 'tests', 'several.js');
    const child = spawn(process.execPath, ['--enable-source-maps', several, compiled, ...batch], {
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: scratch.path,
        ...(long ? {} : { TEST_RUNS: 'short' }),
        TEST_TABLES: join(scratch.path, 'migrated-tables'),
        NODE_OPTIONS: [process.env['NODE_OPTIONS'] ?? '', `--require=${JSON.stringify(shortLived)}`].join(' ').trim(),
        UV_THREADPOOL_SIZE: '16',
        FORCE_COLOR: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its own process group, so that its descendants can be killed with it.
      detached: true,
    });
    running.add(child);
    let output = '';
    let cpu: CpuOfFiles = { own: 0, children: 0, files: {} };
    let [file, test] = ['', ''];
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('message', (message: CpuOfFiles | StartedFile | StartedTest) => {
      if ('file' in message) [file, test] = [message.file, ''];
      else if ('test' in message) ({ test } = message);
      else cpu = message;
    });
    const limitMs = name.endsWith('.long.test.ts') ? longFileLimitMs : processLimitMs;
    const timer = setTimeout(() => {
      const where =
        file === ''
          ? 'while it loaded its files'
          : test === ''
            ? `before the first test of ${file}`
            : `in or after "${test}" of ${file}`;
      output += `\nnot done after ${limitMs / 1000} s: killed ${where}\n`;
      killGroup(child);
    }, limitMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ name, results: resultsOfFile(output, code), output, ms: Math.round(performance.now() - started), cpu });
    });
  });
}

/** The fixed seeds of the simulated worlds; on a CI system also as many that the commit chooses. */
function runSimulation(): Promise<BatchResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const commit = isCi ? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim() : null;
    const options = commit === null ? [] : ['--commit', commit];
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/simulation/main.ts', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    running.add(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      process.stdout.write(chunk);
    });
    child.on('close', (code) => {
      running.delete(child);
      const ms = Math.round(performance.now() - started);
      const cpu = { own: 0, children: 0, files: {} };
      resolve({ name: 'simulation', results: resultsOfRunner(output, code), output, ms, cpu });
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}
