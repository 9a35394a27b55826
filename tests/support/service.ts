/** The built CLI as a user runs it: in separate processes, with a new data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnalystLimits, HostLimits } from '../../infra/clickhouse/host/limits.ts';
import { program } from './built.ts';
import type { Ending } from './children.ts';
import { type CliResult, commandLimitMs, runInHost } from './cli-hosts.ts';
import { within } from './within.ts';

export interface Ready {
  readonly httpUrl: string;
  readonly sqlUrl: string | null;
  readonly registryUrl: string | null;
  readonly opsUrl: string | null;
  readonly demoKey: string | null;
}

/** A process that runs until it gets a signal. */
export interface RunningProcess {
  readonly httpUrl: string;
  readonly pid: number;
  /** Sends a signal and resolves with the exit code and signal, also if the process has ended before. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ending>;
  readonly stderr: () => string;
  /** Resolves when the process has exited, also without a signal from the test. */
  readonly ended: Promise<Ending>;
}

export type RunningService = Ready & RunningProcess;

/** Limits of the processes of the tables and of the analysts, where they differ from the defaults. */
export interface LimitsOfUp {
  readonly tables?: Partial<HostLimits>;
  readonly analysts?: Partial<AnalystLimits>;
}

/** A service with a way past the guard of analysts' queries: POST `sql`, `settings` and `format` as JSON. */
export type UnguardedService = RunningService & { readonly unguardedUrl: string };

export interface Sandbox {
  readonly directory: string;
  readonly up: (options?: {
    readonly demo?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  }) => Promise<RunningService>;
  /** Starts `up` with other limits of the processes of the tables. */
  readonly upWithLimits: (limits: LimitsOfUp) => Promise<UnguardedService>;
  /** Starts a second process with the API only, while `up` runs. */
  readonly serve: (env?: Readonly<Record<string, string>>) => Promise<RunningProcess>;
  /**
   * Runs a command in a process that other commands, also those of other sandboxes, run in before and after it. Commands
   * run one after the other, in the order of the calls.
   */
  readonly cli: (...arguments_: readonly string[]) => Promise<CliResult>;
  /** Runs a command in a new process, with additional or changed settings. */
  readonly cliWith: (
    settings: Readonly<Record<string, string>>,
    ...arguments_: readonly string[]
  ) => Promise<CliResult>;
  /** Starts the CLI without waiting for its exit. */
  readonly start: (...arguments_: readonly string[]) => ChildProcess;
  /**
   * Runs a command with `--json`, which must succeed, and parses its output: one value, or the lines of NDJSON. Uses the
   * processes of `cli`; commands of concurrent calls run at the same time, in different processes.
   */
  readonly json: <T>(...arguments_: readonly string[]) => Promise<T>;
  readonly lines: <T>(...arguments_: readonly string[]) => Promise<readonly T[]>;
  /** Kills all running processes, as a crash of the machine would. */
  readonly killAll: () => Promise<void>;
  /** Kills all running processes and deletes the directory. */
  readonly destroy: () => Promise<void>;
}

const readyTimeoutMs = 60_000;
const unguardedProgram = fileURLToPath(new URL('up-with-limits.mjs', import.meta.url));

/** Creates a sandbox with an empty data directory. The API gets a free port; the SQL, registry and ops ports are closed unless `env` opens them. */
export function createSandbox(env: Readonly<Record<string, string>> = {}): Sandbox {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-'));
  const settings = {
    ATTESTRY_DATA_DIR: directory,
    ATTESTRY_HTTP_PORT: '0',
    ATTESTRY_OPS_PORT: '0',
    ATTESTRY_SQL_PORT: '0',
    ATTESTRY_REGISTRY_PORT: '0',
    ATTESTRY_FEEDS: 'none',
    ATTESTRY_LOG_LEVEL: 'warn',
    ...env,
  };
  const children = new Set<ChildProcess>();

  const start = (
    arguments_: readonly string[],
    extra: Readonly<Record<string, string>> = {},
    script = program,
  ): ChildProcess => {
    const child = spawn(process.execPath, [script, ...arguments_], {
      env: { ...process.env, ...settings, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };

  const cliWith: Sandbox['cliWith'] = (extra, ...arguments_) => {
    const child = start(arguments_, extra);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const result = new Promise<CliResult>((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    });
    return within(result, () => `attestry ${arguments_.join(' ')}: ${stderr()}`, commandLimitMs);
  };

  const killAll = async (): Promise<void> => {
    await Promise.all(
      [...children].map((child) => {
        // It is removed from `children` when it closes, so the event is still to come.
        const closed = new Promise((resolve) => child.once('close', resolve));
        child.kill('SIGKILL');
        return within(closed, () => `the end of process ${child.pid} after SIGKILL`);
      }),
    );
  };

  const hosted = (arguments_: readonly string[]): Promise<CliResult> => runInHost({ arguments_, settings }, children);
  let before: Promise<unknown> = Promise.resolve();
  const inOrder = (arguments_: readonly string[]): Promise<CliResult> => {
    const work = before.then(() => hosted(arguments_));
    before = work.catch(() => undefined);
    return work;
  };

  const checked = async (arguments_: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await hosted([...arguments_, '--json']);
    if (code !== 0) throw new Error(`attestry ${arguments_.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  };

  return {
    directory,
    cli: (...arguments_) => inOrder(arguments_),
    cliWith,
    start: (...arguments_) => start(arguments_),
    json: async <T>(...arguments_: readonly string[]) => JSON.parse(await checked(arguments_)) as T,
    lines: async <T>(...arguments_: readonly string[]) =>
      (await checked(arguments_))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T),
    up: ({ demo = false, env: extra = {} } = {}) =>
      untilReady<Ready>(start(['up', '--json', ...(demo ? ['--demo'] : [])], extra)),
    upWithLimits: (limits) =>
      untilReady<Ready & { readonly unguardedUrl: string }>(
        start(['--json'], { UP_LIMITS: JSON.stringify(limits) }, unguardedProgram),
      ),
    serve: (extra = {}) => untilReady<Pick<Ready, 'httpUrl'>>(start(['serve', '--json'], extra)),
    killAll,
    destroy: async () => {
      await killAll();
      // Processes of the tables end soon after the one that they work for, and write until then.
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text;
}

async function untilReady<R>(child: ChildProcess): Promise<R & Omit<RunningProcess, 'httpUrl'>> {
  const stderr = collect(child.stderr);
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const ready = await readyLine<R>(child, stderr);
  return {
    ...ready,
    pid: child.pid ?? 0,
    stderr,
    ended,
    end: (signal) => {
      child.kill(signal);
      return within(ended, () => `the end of process ${child.pid} after ${signal}: ${stderr()}`);
    },
  };
}

function readyLine<R>(child: ChildProcess, stderr: () => string): Promise<R> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`not ready in time: ${stderr()}`)), readyTimeoutMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end < 0) return;
      clearTimeout(timer);
      resolve(JSON.parse(text.slice(0, end)) as R);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code} before it was ready: ${stderr()}`));
    });
  });
}

/** GET of interface B with a key; the body parsed. */
export async function getB<T>(service: Ready, path: string, key: string): Promise<T> {
  const response = await fetch(`${service.httpUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
