/** Programs that do nothing until they are killed, for tests of what ends a program: no process is started. */
import childProcess, { type SpawnSyncReturns } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';

export interface HeldChildren {
  /** Signals that were sent to them. */
  readonly signals: readonly NodeJS.Signals[];
  /** Lets processes start again. */
  readonly end: () => void;
}

/** Their process id is that of this process. One that its caller waits for ends at once, as by a fault. */
export function holdChildren(): HeldChildren {
  const { spawn, spawnSync } = childProcess;
  const signals: NodeJS.Signals[] = [];
  const faulted: Pick<SpawnSyncReturns<string>, 'status' | 'signal'> = { status: null, signal: 'SIGBUS' };
  put({ spawn: () => heldChild(signals), spawnSync: () => faulted });
  return { signals, end: () => put({ spawn, spawnSync }) };
}

function heldChild(signals: NodeJS.Signals[]): object {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const child = new EventEmitter();
  const kill = (signal: NodeJS.Signals): boolean => {
    signals.push(signal);
    process.nextTick(() => child.emit('close', null, signal));
    return true;
  };
  return Object.assign(child, { stdin: stdin.resume(), stdout, stderr, pid: process.pid, kill });
}

function put(start: Readonly<Record<'spawn' | 'spawnSync', unknown>>): void {
  Object.assign(childProcess, start);
  // Named imports of Node's modules see what was put in their place.
  syncBuiltinESMExports();
}
