/** A clean clone of this repository whose packages are installed, and what runs in it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../tools/local/processes.ts';
import { pathOf } from './tree.ts';

export interface CleanClone {
  readonly directory: string;
  /** Settings of the ports, and nothing of the process that runs the tests. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Addresses on the pages, each with that of this clone. */
  readonly addresses: readonly (readonly [string, string])[];
  readonly remove: () => void;
}

/** Clones the newest commit. Packages are linked or copied from here, then the program is built, as `npm ci` does. */
export async function cleanClone(): Promise<CleanClone> {
  const parent = mkdtempSync(join(tmpdir(), 'attestry-clone-'));
  const directory = join(parent, 'attestry');
  execFileSync('git', ['clone', '--quiet', pathOf('.'), directory]);
  const copy = (options: string): boolean =>
    spawnSync('cp', [options, pathOf('node_modules'), directory], { stdio: 'ignore' }).status === 0;
  if (!copy('-al')) {
    rmSync(join(directory, 'node_modules'), { recursive: true, force: true });
    if (!copy('-a')) throw new Error('the packages could not be copied');
  }
  const [http = 0, ops = 0, sql = 0, registry = 0] = await freePorts(4);
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:ATTESTRY_|npm_|NODE_OPTIONS$)/.test(name));
  const environment = {
    ...Object.fromEntries(inherited),
    ATTESTRY_HTTP_PORT: String(http),
    ATTESTRY_OPS_PORT: String(ops),
    ATTESTRY_SQL_PORT: String(sql),
    ATTESTRY_REGISTRY_PORT: String(registry),
  };
  execFileSync('npm', ['run', 'build'], { cwd: directory, env: environment, stdio: 'ignore' });
  const at = (shown: number, actual: number) => [`http://127.0.0.1:${shown}`, `http://127.0.0.1:${actual}`] as const;
  return {
    directory,
    environment,
    addresses: [at(8080, http), at(9464, ops), at(8123, sql), at(8081, registry)],
    // Processes that were killed a moment ago may still write.
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** A service in the foreground of a shell. */
export interface InForeground {
  /** Sends SIGTERM to the command that was typed. Resolves when every process that it has started has ended. */
  readonly end: () => Promise<void>;
}

/** Starts a command that runs a service, and waits until the service is ready. */
export function typed(words: readonly string[], { directory, environment }: CleanClone): Promise<InForeground> {
  const [name = '', ...rest] = words;
  const child = spawn(name, rest, { cwd: directory, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  // Emitted once no process writes to its output any more, so not before the service has ended.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = (): Promise<void> => {
    child.kill('SIGTERM');
    return closed;
  };
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('Stop     Ctrl+C')) resolve({ end });
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${words.join(' ')} ended before it was ready\n${output}${errors}`)));
  });
}
