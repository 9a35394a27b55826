/** The built CLI as a user runs it: in separate processes, with a new data directory. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './built.ts';

const cliHost = fileURLToPath(new URL('cli-host.mjs', import.meta.url));

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

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
  /** Sends a signal and resolves with the exit code and signal. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly stderr: () => string;
  /** Resolves when the process has exited, also without a signal from the test. */
  readonly ended: Promise<unknown>;
}

export type RunningService = Ready & RunningProcess;

export interface Sandbox {
  readonly directory: string;
  readonly up: (options?: {
    readonly demo?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  }) => Promise<RunningService>;
  /** Starts a second process with the API only, while `up` runs. */
  readonly serve: (env?: Readonly<Record<string, string>>) => Promise<RunningProcess>;
  /**
   * Runs a command in a process that all calls share, which starts with the first call. Commands run one after the other, in
   * the order of the calls.
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
   * Runs a command with `--json`, which must succeed, and parses its output: one value, or the lines of NDJSON. It uses the
   * shared process of `cli`, or a new process while another command runs there.
   */
  readonly json: <T>(...arguments_: readonly string[]) => Promise<T>;
  readonly lines: <T>(...arguments_: readonly string[]) => Promise<readonly T[]>;
  /** Kills all running processes, as a crash of the machine would. */
  readonly killAll: () => Promise<void>;
  /** Kills all running processes and deletes the directory. */
  readonly destroy: () => Promise<void>;
}

const readyTimeoutMs = 60_000;

/** Creates a sandbox with an empty data directory. The API gets a free port; the SQL, registry and ops ports are closed unless `env` opens them. */
export function createSandbox(env: Readonly<Record<string, string>> = {}): Sandbox {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-'));
  const environment = {
    ...process.env,
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

  const start = (arguments_: readonly string[], extra: Readonly<Record<string, string>> = {}): ChildProcess => {
    const child = spawn(process.execPath, [program, ...arguments_], {
      env: { ...environment, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    child.once('close', () => children.delete(child));
    return child;
  };

  const cliWith: Sandbox['cliWith'] = (settings, ...arguments_) =>
    new Promise((resolve) => {
      const child = start(arguments_, settings);
      const stdout = collect(child.stdout);
      const stderr = collect(child.stderr);
      child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
    });

  const killAll = async (): Promise<void> => {
    await Promise.all(
      [...children].map(
        (child) =>
          new Promise((resolve) => {
            child.once('close', resolve);
            child.kill('SIGKILL');
          }),
      ),
    );
  };

  let host: ChildProcess | null = null;
  let hostWorks = 0;
  const startHost = (): ChildProcess => {
    const child = fork(cliHost, { env: { UV_THREADPOOL_SIZE: '16', ...environment } });
    children.add(child);
    child.once('close', () => {
      children.delete(child);
      if (host === child) host = null;
    });
    return child;
  };
  let before: Promise<unknown> = Promise.resolve();
  const shared = (arguments_: readonly string[]): Promise<CliResult> => {
    hostWorks += 1;
    const work = before.then(() => inHost(arguments_)).finally(() => (hostWorks -= 1));
    before = work.catch(() => undefined);
    return work;
  };
  const inHost = (arguments_: readonly string[]): Promise<CliResult> => {
    host ??= startHost();
    const child = host;
    return new Promise((resolve, reject) => {
      const died = (code: number | null): void => {
        reject(new Error(`attestry ${arguments_.join(' ')} ended its process with ${code}`));
      };
      child.once('close', died);
      child.once('message', (result) => {
        child.off('close', died);
        resolve(result as CliResult);
      });
      child.send(arguments_);
    });
  };

  const checked = async (arguments_: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await (hostWorks > 0
      ? cliWith({}, ...arguments_, '--json')
      : shared([...arguments_, '--json']));
    if (code !== 0) throw new Error(`attestry ${arguments_.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  };

  return {
    directory,
    cli: (...arguments_) => shared(arguments_),
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
    serve: (extra = {}) => untilReady<Pick<Ready, 'httpUrl'>>(start(['serve', '--json'], extra)),
    killAll,
    destroy: async () => {
      await killAll();
      rmSync(directory, { recursive: true, force: true });
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
  const ended = new Promise((resolve) => void child.once('close', resolve));
  const ready = await readyLine<R>(child, stderr);
  return {
    ...ready,
    pid: child.pid ?? 0,
    stderr,
    ended,
    end: (signal) =>
      new Promise((resolve) => {
        child.once('close', (code, by) => resolve({ code, signal: by }));
        child.kill(signal);
      }),
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
