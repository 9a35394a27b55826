/**
 * Runs the test files in one worker more than there are cores, four at most, then seeds of the simulator; the last line has
 * the totals.
 * `--long` adds `*.long.test.ts` and `*.browser.test.ts`; `--browser` runs the latter alone; `--times` prints what took most
 * processor time; other arguments filter paths. `UPDATE_COSTS=1` writes `costs.json`.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lastLine, noResults, plus, type Results, whatFailed } from './results.ts';
import { readCosts, secondsOf, withoutLine, writeCosts } from './runner/costs.ts';
import { testFiles, unitsOf } from './runner/files.ts';
import { optionsOf } from './runner/options.ts';
import { queueOf } from './runner/queue.ts';
import { runSimulation } from './runner/simulation.ts';
import { printProcesses, printTimes, secondsText } from './runner/times.ts';
import { type FileResult, killWorkers, runUnits } from './runner/worker-process.ts';
import { compileSources } from './support/compiled-sources.ts';
import { makeScratchDirectory } from './support/scratch-directory.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const shortLived = fileURLToPath(new URL('support/short-lived.cjs', import.meta.url));

// esbuild and tsc would spend half of their CPU time on collecting garbage: they do not below a gigabyte.
process.env['GOGC'] ??= '1000';
process.env['GOMEMLIMIT'] ??= '1GiB';

/**
 * Threads that collect garbage beside a worker would wait for a core, and the worker for them. Long files state what memory the
 * program takes with the defaults.
 */
const collectedAlone = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Each has modules and one engine of tables in memory, some 1.5 GB. */
const mostWorkers = 4;

try {
  process.exitCode = (await main(process.argv.slice(2))).failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(given: readonly string[]): Promise<Results> {
  const options = optionsOf(given);
  const isLongRun = options.suite === 'long';
  const files = testFiles(root, options);
  if (files.length === 0) throw new Error('no test file matches');
  // Long suites may write more than fits into memory.
  const scratch = makeScratchDirectory(!isLongRun);
  process.once('exit', scratch.remove);
  let endSimulation = (): void => undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      killWorkers();
      endSimulation();
      process.exit(1);
    });
  }
  const compiled = join(scratch.path, 'compiled');
  await compileSources(root, compiled);
  const costs = readCosts(root);
  const queue = queueOf(unitsOf(root, files, (file) => secondsOf(costs[file])));
  const done: FileResult[] = [];
  const env = {
    ...process.env,
    TMPDIR: scratch.path,
    ...(isLongRun ? {} : { TEST_RUNS: 'short' }),
    TEST_COMPILED: compiled,
    TEST_TABLES: 'shared',
    NODE_OPTIONS: [process.env['NODE_OPTIONS'] ?? '', `--require=${JSON.stringify(shortLived)}`].join(' ').trim(),
    UV_THREADPOOL_SIZE: '16',
    FORCE_COLOR: '0',
  };
  const onResult = (result: FileResult): void => {
    done.push(result);
    printResult(result);
  };
  const workers = Math.max(1, Math.min(availableParallelism() + 1, mostWorkers, queue.length));
  const simulations: Promise<Results>[] = [];
  const simulated = (): Promise<Results> =>
    runSimulation(root, { ...process.env, NODE_OPTIONS: env.NODE_OPTIONS }, ({ pid }) => {
      endSimulation = () => {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      };
    });
  // The first worker without a file left leaves its core to the simulator, beside the files that others still run.
  const work = async (): Promise<void> => {
    const nodeArguments = isLongRun ? [] : collectedAlone;
    await runUnits(queue.forWorker(), { root, compiled, env, onResult, nodeArguments });
    const isSimulated = options.suite !== 'browser' && options.filters.length === 0;
    if (isSimulated && simulations.length === 0) simulations.push(simulated());
  };
  await Promise.all(Array.from({ length: workers }, work));
  const parts = [...done.map(({ results }) => results), ...(await Promise.all(simulations))];
  const total = parts.reduce(plus, noResults);
  if (options.times) {
    printTimes(done);
    printProcesses(done);
  }
  const isWhole = options.suite === 'default' && options.filters.length === 0;
  const all = isWhole ? plus(total, checkCosts(done)) : total;
  for (const { file } of done.filter(({ results }) => results.failed > 0)) console.log(`failed: ${file}`);
  console.log(lastLine(all));
  return all;
}

function printResult({ file, results, seconds, output }: FileResult): void {
  console.log(`${results.failed > 0 ? 'FAIL' : 'ok  '} ${file} (${results.passed} tests, ${secondsText(seconds)})`);
  if (results.failed > 0) console.log(whatFailed(output));
  else for (const line of output.split('\n').filter((one) => one.startsWith('fuzz '))) console.log(line);
}

/** A file that has become expensive counts as a failure. */
function checkCosts(done: readonly FileResult[]): Results {
  const accepted = readCosts(root);
  const measured = new Map(done.map(({ file, cpu }) => [file, cpu.own + cpu.children]));
  if (process.env['UPDATE_COSTS'] === '1') writeCosts(root, accepted, measured);
  const expensive = withoutLine(accepted, measured);
  for (const file of expensive) {
    const seconds = secondsText(measured.get(file) ?? 0);
    console.log(`${file} took ${seconds} of processor time: make it cheaper, or give it a line in tests/costs.json`);
  }
  return { ...noResults, failed: expensive.length };
}
