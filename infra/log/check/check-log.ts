import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '../../config/child-environment.ts';
import { checkExits } from '../lmdb/check-exit.ts';
import { DamagedLogError, damagedSentence } from '../lmdb/damaged-log-error.ts';
import type { Extent } from '../lmdb/extent.ts';
import { readerArguments } from '../lmdb/read-in-process.ts';

/** Time without progress after which a check must be in a cycle of damaged pages, milliseconds. */
const silentMs = 60_000;

const keptStderrBytes = 2_048;

/** Signals of a process that read a damaged page: memory that is not there, or a check of LMDB that failed. */
const faults: ReadonlySet<NodeJS.Signals> = new Set(['SIGBUS', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/**
 * Reads the log of a data directory in a process of its own, which damage may end. False when `signal` ended it.
 * @throws DamagedLogError that names the file, and Error when it is not known whether the log is damaged
 */
export function checkLog(dataDir: string, extent: Extent, signal: AbortSignal): Promise<boolean> {
  const child = spawn(process.execPath, readerArguments(join(dataDir, 'log'), extent), {
    env: childEnvironment({}),
    // It ends when its input closes: with this process.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [stdout, stderr, isSilent] = ['', '', false];
  const kill = (): void => void child.kill('SIGKILL');
  const onSilence = (): void => {
    isSilent = true;
    kill();
  };
  let timer = setTimeout(onSilence, silentMs);
  child.stdout.on('data', (chunk: Buffer) => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, silentMs);
    stdout = (stdout + chunk.toString('utf8')).replace(/\n{2,}/g, '\n');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-keptStderrBytes);
  });
  signal.addEventListener('abort', kill, { once: true });
  const file = (): string => lastLine(stdout, join(dataDir, 'log'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      const damaged = (how: string): void => reject(new DamagedLogError(damagedSentence(file(), how)));
      if (code === checkExits.readable) resolve(true);
      else if (signal.aborted) resolve(false);
      else if (isSilent) damaged(`reading it did not end within ${silentMs / 1000} s`);
      else if (killedBy !== null && faults.has(killedBy)) damaged(`reading it ended a process with ${killedBy}`);
      else if (code === checkExits.damaged) damaged(lastLine(stderr, 'unknown error'));
      else reject(new Error(`${file()} could not be checked: ${lastLine(stderr, `${killedBy ?? code ?? ''}`)}`));
    });
  });
}

function lastLine(text: string, fallback: string): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? fallback : last;
}
