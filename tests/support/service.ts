/** The built program with a new data directory: services in processes of their own, commands in this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnalystLimits, HostLimits } from '../../infra/clickhouse/host/watch/limits.ts';
import { program } from './built.ts';
import { type CliResult, runCommand, type Settings } from './commands.ts';
import { type ProcessEnd, exited } from './exited.ts';

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
  readonly end: (signal: NodeJS.Signals) => Promise<ProcessEnd>;
  readonly stderr: () => string;
  /** Resolves when the process has exited, also without a signal from the test. */
  readonly ended: Promise<ProcessEnd>;
}

export type RunningService = Ready & RunningProcess;

/** Limits of the processes of the tables and of the analysts, where they differ from the defaults. */
export interface LimitsOfUp {
  readonly tables?: Partial<HostLimits>;
  readonly analysts?: Partial<AnalystLimits>;
}

/** A service with a way past the guard of analysts' queries: POST `sql`, `settings` and `format` as JSON. */
export type UnguardedService = RunningService & { readonly unguardedUrl: string };

/** Of a command in a process of its own. */
export interface SpawnedResult extends Omit<CliResult, 'code'> {
  readonly code: number | null;
}

export interface Sandbox {
  readonly directory: string;
  readonly up: (options?: { readonly demo?: boolean; readonly env?: Settings }) => Promise<RunningService>;
  /** Starts `up` with other limits of the processes of the tables. */
  readonly upWithLimits: (limits: LimitsOfUp) => Promise<UnguardedService>;
  /** Starts a second process with the API only, while `up` runs. */
  readonly serve: (env?: Settings) => Promise<RunningProcess>;
  /** Runs a command in this process. Commands, also those of other sandboxes, run one after the other. */
  readonly cli: (...arguments_: readonly string[]) => Promise<CliResult>;
  /** The same with additional or changed settings. */
  readonly cliWith: (settings: Settings, ...arguments_: readonly string[]) => Promise<CliResult>;
  /** Runs a command of the built program in a new process, which `killAll` ends. Its code is null after a signal. */
  readonly spawned: (settings: Settings, ...arguments_: readonly string[]) => Promise<SpawnedResult>;
  /** Starts the built program without waiting for its exit. */
  readonly start: (...arguments_: readonly string[]) => ChildProcess;
  /** Runs a command with `--json` in this process, which must succeed, and parses its output. */
  readonly json: <T>(...arguments_: readonly string[]) => Promise<T>;
  /** The same for NDJSON. */
  readonly lines: <T>(...arguments_: readonly string[]) => Promise<readonly T[]>;
  /** Waits until the running service has processed everything that is on its log. */
  readonly idle: () => Promise<void>;
  /** Kills all running processes, as a crash of the machine would. */
  readonly killAll: () => Promise<void>;
  /** Kills all running processes and deletes the directory. */
  readonly destroy: () => Promise<void>;
}

/** Above all that a busy machine takes; seconds. */
const idleSeconds = '3600';
const unguardedProgram = fileURLToPath(new URL('up-with-limits.mjs', import.meta.url));

/** Creates a sandbox with an empty data directory. The API gets a free port; the SQL, registry and ops ports are closed unless `env` opens them. */
export function createSandbox(env: Settings = {}): Sandbox {
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

  const start = (arguments_: readonly string[], extra: Settings = {}, script = program): ChildProcess => {
    const child = spawn(process.execPath, [script, ...arguments_], {
      env: { ...process.env, ...settings, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };

  const spawned: Sandbox['spawned'] = (extra, ...arguments_) => {
    const child = start(arguments_, extra);
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    return new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    });
  };

  const killAll = async (): Promise<void> => {
    await Promise.all(
      [...children].map(async (child) => {
        child.kill('SIGKILL');
        await exited(child);
        children.delete(child);
      }),
    );
  };

  const cliWith: Sandbox['cliWith'] = (extra, ...arguments_) => runCommand({ ...settings, ...extra }, arguments_);

  const checked = async (arguments_: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await cliWith({}, ...arguments_, '--json');
    if (code !== 0) throw new Error(`attestry ${arguments_.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  };

  return {
    directory,
    cli: (...arguments_) => cliWith({}, ...arguments_),
    cliWith,
    spawned,
    start: (...arguments_) => start(arguments_),
    json: async <T>(...arguments_: readonly string[]) => JSON.parse(await checked(arguments_)) as T,
    lines: async <T>(...arguments_: readonly string[]) =>
      (await checked(arguments_))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as T),
    idle: async () => {
      await checked(['wait', '--idle', '--timeout', idleSeconds]);
    },
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
  const ended = new Promise<ProcessEnd>((resolve) => {
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
      return ended;
    },
  };
}

function readyLine<R>(child: ChildProcess, stderr: () => string): Promise<R> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end < 0) return;
      resolve(JSON.parse(text.slice(0, end)) as R);
    });
    child.once('close', (code) => {
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
