import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { localDirectory } from '../../infra/config/local-directory.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../peers/bytewax/', import.meta.url));

export interface PeerResult {
  readonly rows: number;
  readonly differences: number;
  readonly seconds: number;
}

/** Runs the diff in Bytewax, in a Python environment of its own that the first run creates from the package index. */
export async function runBytewax(...task: readonly string[]): Promise<PeerResult> {
  const { stdout } = await run(await python(), [join(folder, 'diff.py'), ...task]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PeerResult;
}

/** The reason why Bytewax is unavailable, one sentence; null if it is available. */
export async function whyNoBytewax(): Promise<string | null> {
  try {
    await python();
    return null;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return `Bytewax cannot be installed: it needs Python 3.9 to 3.12 with venv, and the package index (${reason}).`;
  }
}

let made: Promise<string> | null = null;
const python = (): Promise<string> => (made ??= makeEnvironment());

async function makeEnvironment(): Promise<string> {
  const environment = join(localDirectory(), 'python', 'bytewax-0.21.1');
  const program = join(environment, 'bin', 'python');
  if (existsSync(join(environment, 'complete'))) return program;
  rmSync(environment, { recursive: true, force: true });
  await run(await suitablePython(), ['-m', 'venv', environment]);
  await run(program, ['-m', 'pip', 'install', '--quiet', '-r', join(folder, 'requirements.txt')]);
  writeFileSync(join(environment, 'complete'), '');
  return program;
}

async function suitablePython(): Promise<string> {
  for (const name of ['python3', 'python3.12', 'python3.11', 'python3.10', 'python3.9']) {
    const { stdout } = await run(name, ['-c', 'import sys; print(sys.version_info.minor)']).catch(() => ({
      stdout: '',
    }));
    const minor = Number(stdout);
    if (minor >= 9 && minor <= 12) return name;
  }
  throw new Error('no such Python');
}
