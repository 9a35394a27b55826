/** Programs that do nothing until they are killed, for tests of what ends a program: no process is started. */
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';

export interface HeldChildren {
  /** Signals that were sent to them. */
  readonly signals: readonly NodeJS.Signals[];
  /** Lets processes start again. */
  readonly end: () => void;
}

/** Their process id is that of this process. */
export function holdChildren(): HeldChildren {
  const { spawn } = childProcess;
  const signals: NodeJS.Signals[] = [];
  put((() => heldChild(signals)) as unknown as typeof spawn);
  return { signals, end: () => put(spawn) };
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

function put(start: typeof childProcess.spawn): void {
  childProcess.spawn = start;
  // Named imports of Node's modules see what was put in their place.
  syncBuiltinESMExports();
}
