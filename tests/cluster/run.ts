/**
 * `npm run test:cluster`: starts a real Kafka and a real schema registry with `tools/local/` and runs `*.cluster.ts`. Files
 * that share these engines run one after the other; files with their own engines run in parallel lanes. The last line has
 * the totals. On a machine that cannot start the engines it prints what is missing and skips all files.
 * `--short` runs the files of short.ts, `--long` runs faults with the load and durations of their requirements; other
 * arguments are names of files, or parts of names.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { openLocalKafka } from '../../tools/local/kafka.ts';
import { stopService } from '../../tools/local/processes.ts';
import { whatIsMissing } from '../../tools/local/programs.ts';
import { openLocalRegistry } from '../../tools/local/registry.ts';
import { lastLine, noResults, plus, type Results, resultsOfFile } from '../results.ts';
import { makeScratchDirectory } from '../support/scratch-directory.ts';
import { shortFiles, shortLimitMs } from './short.ts';
import { makeCertificate, sharedOptions } from './support/broker.ts';
import { after, elapsedMs } from '../support/real-time.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/**
 * A file that takes longer is killed: it hangs. Where much other work shares the machine, the longest take a quarter of an
 * hour, and faults one after the other some forty minutes.
 */
const fileLimitMs = 1_800_000;
const faultsLimitMs = 5_400_000;
const longLimitMs = 6 * 3_600_000;

async function main(): Promise<Results> {
  const programs = localDirectory();
  const missing = await whatIsMissing(programs);
  if (missing !== null) {
    console.log(`skipped: the tests against a real Kafka and schema registry. ${missing}`);
    return noResults;
  }
  const short = process.argv.includes('--short');
  const long = process.argv.includes('--long');
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const all = short ? shortFiles.map(fileOf) : allFiles();
  // The whole name of a file means that file, not also those whose names contain it.
  const isMeant = (file: string, filter: string): boolean =>
    all.includes(fileOf(filter)) ? file === fileOf(filter) : file.includes(filter);
  const files = all.filter((file) => filters.length === 0 || filters.some((one) => isMeant(file, one)));
  if (files.length === 0) {
    console.log('no test file matches');
    return { ...noResults, failed: 1 };
  }
  // Faults at full scale write more than fits into memory, and are meant to wait for a real disk.
  const scratch = makeScratchDirectory(!long);
  const directory = scratch.path;
  const folder = join(directory, 'kafka');
  await makeCertificate(folder);
  const kafka = await openLocalKafka(sharedOptions(folder));
  const registry = await openLocalRegistry({ programs, folder: join(directory, 'registry') });
  const failed: string[] = [];
  const left: string[] = [];
  let results = noResults;
  try {
    const started = elapsedMs();
    await kafka.start();
    await registry.start();
    console.log(`Kafka and registry started in ${Math.round(elapsedMs() - started)} ms`);
    const env = {
      ATTESTRY_TEST_KAFKA: folder,
      ATTESTRY_TEST_REGISTRY: registry.url,
      ...(long ? { ATTESTRY_TEST_LONG: '1' } : {}),
    };
    const first = elapsedMs();
    const runLane = async (lane: readonly string[], name: string): Promise<void> => {
      const temporary = join(directory, name);
      mkdirSync(temporary);
      for (const file of lane) {
        if (isEnding || (short && elapsedMs() - first > shortLimitMs)) {
          left.push(file);
          continue;
        }
        if (name === 'shared') {
          // A failed file may have left the broker frozen or killed.
          await kafka.thaw();
          await kafka.start();
        }
        const begun = elapsedMs();
        const result = await runFile(file, temporary, env);
        results = plus(results, result);
        const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
        console.log(`${mark} ${file} (${result.passed} tests, ${Math.round(elapsedMs() - begun)} ms)`);
        if (result.failed > 0) failed.push(file);
      }
    };
    const usedLanes = short ? [...lanes, ...shortLanes] : lanes;
    const laneOf = (file: string): string =>
      usedLanes.find(({ names }) => names.some((name) => file === fileOf(name)))?.lane ?? 'shared';
    const allLanes = ['shared', ...usedLanes.map(({ lane }) => lane)];
    await Promise.all(
      allLanes.map((lane) =>
        runLane(
          files.filter((file) => laneOf(file) === lane),
          lane,
        ),
      ),
    );
  } finally {
    await Promise.allSettled([kafka.kill(), registry.stop()]);
    scratch.remove();
  }
  for (const file of failed) console.log(`failed: ${file}`);
  const why = isEnding ? 'stopped by a signal' : `${shortLimitMs / 60_000} minutes are over`;
  for (const file of left) console.log(`skipped: ${file}, ${why}`);
  return plus(results, { ...noResults, skipped: left.length });
}

interface Lane {
  readonly lane: string;
  readonly names: readonly string[];
}

/** Files that start their own brokers, or need none, in two lanes that each take about as long as the shared one. */
const lanes: readonly Lane[] = [
  { lane: 'roles', names: ['faults-roles'] },
  {
    lane: 'own',
    names: ['compose', 'pages', 'logins', 'faults-brokers', 'faults-disk', 'faults-embedded', 's3', 'three-brokers'],
  },
];

/** The longest short files, which mostly wait. The other short files never stop the shared broker. */
const shortLanes: readonly Lane[] = ['log-contract', 'log-contract-members'].map((name) => ({
  lane: name,
  names: [name],
}));

const fileOf = (name: string): string => `${name}.cluster.ts`;

const allFiles = (): readonly string[] =>
  readdirSync(join(root, 'tests', 'cluster'))
    .filter((file) => file.endsWith(fileOf('')))
    .sort();

function limitOf(file: string): number {
  // The pages are followed from a clean clone, which is built first.
  if (file === fileOf('pages')) return faultsLimitMs;
  if (!file.startsWith('faults-')) return fileLimitMs;
  return process.argv.includes('--long') ? longLimitMs : faultsLimitMs;
}

/** Runs one file and prints its output at the end. All processes that it started are killed. */
async function runFile(file: string, temporary: string, env: Readonly<Record<string, string>>): Promise<Results> {
  const child = spawn(process.execPath, ['--import', 'tsx', join('tests', 'cluster', file)], {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: temporary, UV_THREADPOOL_SIZE: '16', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that its descendants can be killed with it.
    detached: true,
  });
  const endGroup = (): void => killGroup(child.pid);
  const endAll = (): void => {
    isEnding = true;
    endGroup();
  };
  for (const signal of endingSignals) process.once(signal, endAll);
  let output = '';
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
    printed += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8');
  });
  const stopTimer = after(limitOf(file), () => {
    printed += `not done after ${limitOf(file) / 1_000} s: killed\n`;
    endGroup();
  });
  const code = await new Promise<number | null>((resolve) => void child.once('exit', resolve));
  stopTimer();
  for (const signal of endingSignals) process.off(signal, endAll);
  endGroup();
  await endServices(temporary);
  process.stdout.write(printed);
  return resultsOfFile(output, code);
}

/** Set by a signal: no further file is started. */
let isEnding = false;

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have exited.
  }
}

/** Ends engines that a file started and left running; they have their own process groups. */
async function endServices(folder: string): Promise<void> {
  const pidFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => basename(path) === 'pid',
  );
  await Promise.all(pidFiles.map((path) => stopService(join(folder, dirname(path)), 'SIGKILL')));
}

const results = await main();
console.log(`\n${lastLine(results)}`);
process.exitCode = results.failed > 0 ? 1 : 0;
