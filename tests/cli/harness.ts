/** The program in this process, and engines on directories of their own. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Engine, openEngine } from '../../cli/engine/open-engine.ts';
import { main } from '../../cli/main.ts';
import { type Config, loadConfig } from '../../infra/config/config.ts';
import { recordCleanEnd } from '../../infra/log/check/last-end.ts';
import { createLogger } from '../../infra/logger.ts';
import { runChildrenHere } from '../support/children-here.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, with its readers of documents and logs: arguments in; exit code and output back. */
export const attestry = (...arguments_: readonly string[]): Promise<CliResult> => startAttestry(...arguments_).done;

/** The same for a command that goes on, with what it has written so far; no other command may run meanwhile. */
export function startAttestry(...arguments_: readonly string[]): {
  readonly stdout: () => string;
  readonly done: Promise<CliResult>;
} {
  process.stdout.setMaxListeners(0);
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  const startChildren = runChildrenHere();
  const before = process.exitCode;
  process.exitCode = 0;
  const run = async (): Promise<CliResult> => {
    try {
      await main(['node', 'attestry', ...arguments_]);
    } finally {
      stdout.end();
      stderr.end();
      startChildren();
    }
    const code = Number(String(process.exitCode));
    process.exitCode = before;
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };
  return { stdout: stdout.text, done: run() };
}

function capture(stream: NodeJS.WriteStream): { readonly text: () => string; readonly end: () => void } {
  let text = '';
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
  return {
    text: () => text,
    end: () => {
      stream.write = write;
    },
  };
}

export interface Workplace {
  readonly config: Config;
  readonly engine: Engine;
  readonly close: () => Promise<void>;
}

export const silent = createLogger({ level: 'silent', destination: process.stderr });

/** Opens a log that commands need not check, because its last end was clean. */
export async function openCleanLog(config: Config): Promise<Engine> {
  const engine = await openEngine(config, silent, 'service');
  recordCleanEnd(config.dataDir);
  return engine;
}

const configAt = (dataDir: string): Config =>
  loadConfig({ ATTESTRY_DATA_DIR: dataDir, ATTESTRY_TOPIC_PARTITIONS: '2' }).config;

let template: Promise<string> | undefined;

/** A data directory with an empty log. Making one takes 0.1 s of CPU time, most of it for the schemas; a copy takes none. */
async function makeTemplate(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-cli-template-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = await openCleanLog(configAt(directory));
  await engine.close();
  return directory;
}

/** An engine in a directory below the temporary one; `folder` makes its path longer. The logs of a process have one id. */
export async function openWorkplace(folder = ''): Promise<Workplace> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-cli-'));
  const config = configAt(join(directory, folder));
  template ??= makeTemplate();
  cpSync(await template, config.dataDir, { recursive: true, filter: (path) => basename(path) !== 'lock.mdb' });
  const engine = await openCleanLog(config);
  return {
    config,
    engine,
    close: async () => {
      await engine.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Message of the error a promise ends with. */
export const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
