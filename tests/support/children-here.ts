/**
 * Readers of documents and checks of logs, run in this process: for tests that do not state what becomes of hostile bytes or
 * damaged pages. A process of its own takes 0.2 s of CPU time for each document and each log.
 */
import childProcess, { type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { checkExits, exitOf } from '../../infra/log/lmdb/check-exit.ts';
import type { Extent } from '../../infra/log/lmdb/extent.ts';
import { readLog } from '../../infra/log/lmdb/read-log.ts';
import { answerRequest } from '../../infra/reading/readers/answer-request.ts';
import type { ReaderRequest } from '../../infra/reading/messages.ts';

interface EndedProcess {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Run = (arguments_: readonly string[], stdin: PassThrough) => Promise<EndedProcess> | EndedProcess;

/** What runs instead of a program, by its path in the sources or in the compiled sources, without the extension. */
export const programs: Readonly<Record<string, Run>> = {
  'infra/reading/reader-process': async ([request = ''], stdin) => {
    const stdout = await answerRequest(await buffer(stdin), JSON.parse(request) as ReaderRequest);
    return { code: 0, stdout, stderr: '' };
  },
  'infra/log/lmdb/log-check': ([folder = '', extent = '', one]) => {
    const files: string[] = [];
    const ended = (code: number, stderr: string): EndedProcess => ({ code, stdout: `${files.join('\n')}\n`, stderr });
    try {
      readLog({
        folders: one === 'one' ? [folder] : ['data', 'accounts'].map((name) => join(folder, name)),
        extent: extent as Extent,
        onFile: (path) => void files.push(path),
        onProgress: () => undefined,
      });
      return ended(checkExits.readable, '');
    } catch (error) {
      return ended(exitOf(error), error instanceof Error ? error.message : String(error));
    }
  },
};

const { spawn, spawnSync } = childProcess;
let users = 0;

/** Returns the function that starts processes again. */
export function runChildrenHere(): () => void {
  users += 1;
  if (users === 1) put(spawnHere as typeof spawn, spawnSyncHere as typeof spawnSync);
  return () => {
    users -= 1;
    if (users === 0) put(spawn, spawnSync);
  };
}

function put(start: typeof spawn, startSync: typeof spawnSync): void {
  Object.assign(childProcess, { spawn: start, spawnSync: startSync });
  // Named imports of Node's modules see what was put in their place.
  syncBuiltinESMExports();
}

function spawnHere(file: string, arguments_: readonly string[], options: object): ChildProcess {
  const here = programIn(arguments_);
  return here === null ? spawn(file, arguments_, options) : running(here.run, here.given);
}

/** What its callers use of an end: the code. */
function spawnSyncHere(
  file: string,
  arguments_: readonly string[],
  options: object,
): Pick<SpawnSyncReturns<string>, 'status'> {
  const here = programIn(arguments_);
  if (here === null) return spawnSync(file, arguments_, { ...options, encoding: 'utf8' });
  const ended = here.run(here.given, new PassThrough());
  if ('then' in ended) throw new Error(`${arguments_.join(' ')} cannot run here while its caller waits`);
  return { status: ended.code };
}

function programIn(arguments_: readonly string[]): { readonly run: Run; readonly given: readonly string[] } | null {
  for (const [at, argument] of arguments_.entries()) {
    const path = argument.replaceAll('\\', '/').replace(/\.[jt]s$/, '');
    const run = Object.entries(programs).find(([program]) => path.endsWith(`/${program}`))?.[1];
    if (run !== undefined) return { run, given: arguments_.slice(at + 1) };
  }
  return null;
}

/** What their callers use of a process. */
function running(run: Run, arguments_: readonly string[]): ChildProcess {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), { stdin, stdout, stderr, kill: () => false });
  Promise.resolve(run(arguments_, stdin)).then(
    (ended) => {
      stdout.once('end', () => child.emit('close', ended.code, null));
      stderr.end(ended.stderr);
      stdout.end(ended.stdout);
    },
    (error: unknown) => child.emit('error', error),
  );
  return child as unknown as ChildProcess;
}
