/** Runs the commands of a page as they are, in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until as untilHolds, withPatience } from '../support/real-time.ts';
import { pathOf } from './tree.ts';

/** What runs of a script that was started. */
interface StartedScript {
  /** Its output so far. */
  readonly output: () => string;
  readonly errors: () => string;
  readonly ended: Promise<number | null>;
}

export interface PageCommands {
  readonly start: (script: string, env?: Readonly<Record<string, string>>) => StartedScript;
  /** Starts the program with `npx attestry up` of this block, and waits until it is ready. */
  readonly startService: (script: string, env: Readonly<Record<string, string>>) => Promise<StartedScript>;
  /** The output of a script. Throws with its errors when it fails. */
  readonly run: (script: string | undefined) => Promise<string>;
  /** Ends what was started, and removes the folder. */
  readonly end: () => void;
}

/** What `npx` runs, and tools by their path, from an empty folder. */
const shellFor = (tool: string): string => `
npx() {
  local name=$1; shift
  case $name in
    attestry) node '${pathOf('dist/program/attestry.cjs')}' "$@" ;;
    anvil) exec node '${pathOf('node_modules/@foundry-rs/anvil/bin.mjs')}' "$@" ;;
    tsx) node --import '${import.meta.resolve('tsx')}' '${pathOf(tool)}' "\${@:2}" ;;
  esac
}
set -euo pipefail
`;

/** For a page whose commands call this tool of the repository. */
export function pageCommands(tool: string): PageCommands {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-try-'));
  const children: ChildProcess[] = [];
  const start: PageCommands['start'] = (script, env = {}) => {
    const child = spawn('bash', ['-c', `${shellFor(tool)}${script}`], {
      cwd: directory,
      env: { ...process.env, ...env },
      detached: true,
    });
    children.push(child);
    let text = '';
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { output: () => text, errors: () => Buffer.concat(errors).toString('utf8'), ended };
  };
  return {
    start,
    startService: async (script, env) => {
      const up = `exec node '${pathOf('dist/program/attestry.cjs')}' up`;
      const service = start(script.replace('npx attestry up', up), env);
      await until(`the service: ${service.errors()}`, 60, async () =>
        Promise.resolve(service.output().includes('ready')),
      );
      return service;
    },
    run: async (script = '') => {
      const { output, errors, ended } = start(script);
      if ((await ended) !== 0) throw new Error(`${script}\n${output()}${errors()}`);
      return output();
    },
    end: () => {
      // Each has a group of its own: a node is a child of its launcher, and would outlive it.
      for (const { pid, exitCode } of children) {
        if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Waits until something holds. Throws after the time. */
export const until = (what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> =>
  untilHolds(what, holds, 500, withPatience(seconds * 1_000));
