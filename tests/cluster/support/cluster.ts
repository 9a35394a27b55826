/** All roles of a cluster as processes: the built CLI on the shared broker and registry, with its own tables. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LocalTables, openLocalTables } from '../../../tools/local/tables.ts';
import { program } from '../../support/built.ts';
import type { SpawnedResult as CliResult } from '../../support/service.ts';
import { newName, sharedBroker } from './broker.ts';
import { after, elapsedMs, within } from '../../support/real-time.ts';

/** What hangs is reported after this time; a busy machine needs minutes for what takes seconds. */
const readyMs = 240_000;
const commandLimitMs = 300_000;

/** A process that runs until it gets a signal. */
export interface RunningRole {
  /** The JSON that it printed when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  readonly httpUrl: string;
  readonly stderr: () => string;
  /** Sends a signal. Resolves with the exit code and the time until the exit in ms. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null; readonly ms: number }>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code when the process has exited, also without a signal from the test. */
  readonly ended: Promise<number | null>;
}

export interface ClusterOptions {
  /** Settings that are added to the defaults or replace them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Brokers and registry; by default those that all tests share. */
  readonly brokers?: readonly string[];
  readonly registryUrl?: string;
  /** Folder of the tables engine; by default a new one. */
  readonly tablesFolder?: string;
}

export interface TestCluster {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tables: LocalTables;
  readonly cli: (...arguments_: readonly string[]) => Promise<CliResult>;
  /** Like `cli`, with additional environment variables. */
  readonly cliWith: (env: Readonly<Record<string, string>>, ...arguments_: readonly string[]) => Promise<CliResult>;
  /** Runs the CLI with `--json`, which must succeed, and parses the one value that it prints. */
  readonly json: <T>(...arguments_: readonly string[]) => Promise<T>;
  /** Starts a role or an API and waits until it is ready. Each folder is its own data directory. */
  readonly start: (folder: string, ...arguments_: readonly string[]) => Promise<RunningRole>;
  /** Like `start`, with additional environment variables. */
  readonly startWith: (
    env: Readonly<Record<string, string>>,
    folder: string,
    ...arguments_: readonly string[]
  ) => Promise<RunningRole>;
  readonly destroy: () => Promise<void>;
}

/** Creates topics with a new prefix and migrated tables. No role runs yet. */
export async function newCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  if (!existsSync(program)) throw new Error('These tests require the built program: npm run build');
  const directory = mkdtempSync(join(tmpdir(), 'attestry-roles-'));
  const brokers = options.brokers ?? (await sharedBroker()).brokers;
  const tables = await openLocalTables({ folder: options.tablesFolder ?? join(directory, 'tables') });
  await tables.start();
  const env = {
    ATTESTRY_KAFKA_BROKERS: brokers.join(','),
    // Partitions of a killed process are reassigned after this time.
    ATTESTRY_KAFKA_SESSION_SECONDS: '6',
    ATTESTRY_SCHEMA_REGISTRY_URL: options.registryUrl ?? process.env['ATTESTRY_TEST_REGISTRY'] ?? '',
    ATTESTRY_CLICKHOUSE_URL: tables.url,
    ATTESTRY_ARTIFACTS_URL: pathToFileURL(join(directory, 'artifacts')).href,
    ATTESTRY_TENANT_KEYS_DIR: join(directory, 'tenant-keys'),
    ATTESTRY_SIGNING_KEYS: `local:${'A'.repeat(43)}=`,
    ATTESTRY_TOPIC_PREFIX: `c-${newName()}.`,
    ATTESTRY_TOPIC_PARTITIONS: '4',
    ATTESTRY_HTTP_PORT: '0',
    ATTESTRY_OPS_PORT: '0',
    ATTESTRY_FEEDS: 'none',
    ATTESTRY_LOG_LEVEL: 'warn',
    ATTESTRY_RATE_LIMIT: 'off',
    ...options.env,
  };
  const children = new Set<ChildProcess>();
  const launch = (
    folder: string,
    arguments_: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): ChildProcess => {
    const child = spawn(process.execPath, [program, ...arguments_, '--json'], {
      env: { ...withoutTestNames(), ...env, ...more, ATTESTRY_DATA_DIR: join(directory, folder) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };
  const cliWith: TestCluster['cliWith'] = (more, ...arguments_) =>
    within(
      new Promise<CliResult>((resolve) => {
        const child = launch('cli', arguments_, more);
        const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
        child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
      }),
      () => `attestry ${arguments_.join(' ')}`,
      commandLimitMs,
    );
  const cli: TestCluster['cli'] = (...arguments_) => cliWith({}, ...arguments_);
  const json = async <T>(...arguments_: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await cli(...arguments_);
    if (code !== 0) throw new Error(`attestry ${arguments_.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return JSON.parse(stdout) as T;
  };
  const destroy = async (): Promise<void> => {
    await Promise.all(
      [...children].map((child) => new Promise((resolve) => void child.once('close', resolve).kill('SIGKILL'))),
    );
    await tables.kill();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await json('topics', 'apply');
    await json('migrate');
  } catch (error) {
    await destroy();
    throw error;
  }
  return {
    directory,
    env,
    tables,
    cli,
    cliWith,
    json,
    start: (folder, ...arguments_) => untilReady(launch(folder, arguments_), arguments_.join(' ')),
    startWith: (more, folder, ...arguments_) => untilReady(launch(folder, arguments_, more), arguments_.join(' ')),
    destroy,
  };
}

/** The environment without variables of the tests, because the program reports unknown settings. */
const withoutTestNames = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ATTESTRY_')));

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
}

async function untilReady(child: ChildProcess, what: string): Promise<RunningRole> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const ready = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    const stopTimer = after(readyMs, () => reject(new Error(`${what} is not ready in time: ${stderr()}`)));
    child.stdout?.on('data', () => {
      if (!stdout().includes('\n')) return;
      stopTimer();
      resolve(JSON.parse(stdout().split('\n')[0] ?? '') as Record<string, unknown>);
    });
    child.once('close', (code) => {
      stopTimer();
      reject(new Error(`${what} ended with ${code} before it was ready: ${stderr()}`));
    });
  });
  return {
    ready,
    httpUrl: typeof ready['httpUrl'] === 'string' ? ready['httpUrl'] : '',
    stderr,
    ended,
    signal: (signal) => void child.kill(signal),
    end: async (signal) => {
      const begun = elapsedMs();
      child.kill(signal);
      const code = await within(ended, () => `the end of ${what} after ${signal}: ${stderr()}`);
      return { code, ms: elapsedMs() - begun };
    },
  };
}
