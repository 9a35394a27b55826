import { createDeferred } from '../../../infra/async/async.ts';
import { killHosts } from '../../../infra/clickhouse/host/live-hosts.ts';

/** The end of a command that runs until a signal or a failure stops it. */
export interface CommandEnd {
  /** Ends it: with a message after a failure, with null after a signal. */
  readonly end: (reason: string | null) => void;
  /** Resolves with the argument of the first call of `end`. */
  readonly ended: Promise<string | null>;
  readonly isOver: () => boolean;
}

/** A second signal within this time is the same keypress. A later one exits at once. Milliseconds. */
const samePressMs = 500;

/** What the watch of signals needs. */
export interface SignalWatch {
  /** Calls `onSignal` for each SIGINT and SIGTERM. */
  readonly listen: (onSignal: () => void) => void;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
  /** Ends the process without waiting for anything. */
  readonly kill: () => void;
}

/** The first signal ends the command; a second one kills the process and its children, also stopped ones. */
export const endOnSignals = (): CommandEnd =>
  watchSignals({
    listen: (onSignal) => {
      process.on('SIGINT', onSignal);
      process.on('SIGTERM', onSignal);
    },
    clock: () => performance.now(),
    kill: () => {
      killHosts();
      process.kill(process.pid, 'SIGKILL');
    },
  });

export function watchSignals({ listen, clock, kill }: SignalWatch): CommandEnd {
  let over = false;
  const ended = createDeferred<string | null>();
  const end = (reason: string | null): void => {
    over = true;
    ended.resolve(reason);
  };
  let first: number | null = null;
  listen(() => {
    if (first === null) {
      first = clock();
      end(null);
    } else if (clock() - first > samePressMs) kill();
  });
  return { end, ended: ended.promise, isOver: () => over };
}
