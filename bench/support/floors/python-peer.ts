import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { localDirectory } from '../../../infra/config/local-directory.ts';

const run = promisify(execFile);

export interface PythonPackage {
  /** As people write it. */
  readonly title: string;
  /** Its folder below `bench/peers`, with `requirements.txt`. */
  readonly folder: string;
  readonly version: string;
  /** Minor versions of Python 3 that it runs on. */
  readonly minors: readonly [least: number, most: number];
}

/** A Python package, in an environment of its own that the first run creates from the package index. */
export interface PythonPeer {
  /** Runs a script of the folder. Returns the JSON of its last line. */
  readonly run: (script: string, ...task: readonly string[]) => Promise<unknown>;
  /** The reason why the package is unavailable, one sentence; null if it is available. */
  readonly whyMissing: () => Promise<string | null>;
}

export function pythonPeer(peer: PythonPackage): PythonPeer {
  const folder = fileURLToPath(new URL(`../../peers/${peer.folder}/`, import.meta.url));
  let made: Promise<string> | null = null;
  const python = (): Promise<string> => (made ??= makeEnvironment(peer, folder));
  return {
    run: async (script, ...task) => {
      const { stdout } = await run(await python(), [join(folder, script), ...task]);
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as unknown;
    },
    whyMissing: async () => {
      try {
        await python();
        return null;
      } catch (error) {
        const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
        const [least, most] = peer.minors;
        return `${peer.title} cannot be installed: it needs Python 3.${least} to 3.${most} with venv, and the package index (${reason}).`;
      }
    },
  };
}

async function makeEnvironment({ folder: name, version, minors }: PythonPackage, folder: string): Promise<string> {
  const environment = join(localDirectory(), 'python', `${name}-${version}`);
  const program = join(environment, 'bin', 'python');
  if (existsSync(join(environment, 'complete'))) return program;
  rmSync(environment, { recursive: true, force: true });
  await run(await suitablePython(minors), ['-m', 'venv', environment]);
  await run(program, ['-m', 'pip', 'install', '--quiet', '-r', join(folder, 'requirements.txt')]);
  writeFileSync(join(environment, 'complete'), '');
  return program;
}

async function suitablePython([least, most]: PythonPackage['minors']): Promise<string> {
  const versions = Array.from({ length: most - least + 1 }, (_, at) => `python3.${most - at}`);
  for (const name of ['python3', ...versions]) {
    const { stdout } = await run(name, ['-c', 'import sys; print(sys.version_info.minor)']).catch(() => ({
      stdout: '',
    }));
    const minor = Number(stdout);
    if (stdout !== '' && minor >= least && minor <= most) return name;
  }
  throw new Error('no such Python');
}
