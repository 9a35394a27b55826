import { createDeferred } from '../../infra/async.ts';
import { killHosts } from '../../infra/clickhouse/host/live-hosts.ts';

/** The end of a command that runs until a signal or a failure stops it. */
export interface Ending {
  /** Ends it: with a message after a failure, with null after a signal. */
  readonly end: (reason: string | null) => void;
  /** Resolves with the argument of the first call of `end`. */
  readonly ended: Promise<string | null>;
  readonly isOver: () => boolean;
}

/** A second signal within this time is the same keypress. A later one exits at once. Milliseconds. */
const samePressMs = 500;

/** The first signal ends the command; a second one kills the process and its children, also stopped ones. */
export function endOnSignals(): Ending {
  let over = false;
  const ended = createDeferred<string | null>();
  const end = (reason: string | null): void => {
    over = true;
    ended.resolve(reason);
  };
  let first: number | null = null;
  const onSignal = (): void => {
    if (first === null) {
      first = performance.now();
      end(null);
    } else if (performance.now() - first > samePressMs) {
      killHosts();
      process.kill(process.pid, 'SIGKILL');
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return { end, ended: ended.promise, isOver: () => over };
}
