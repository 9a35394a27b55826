import { pause } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import type { HealthBoard } from './health-board.ts';
import type { PartAt, Standstills } from './standstill/standstills.ts';

export interface WatchStandstills {
  readonly standstills: Standstills;
  /** Reads what the parts are at; RetryableError when the log is out of reach. */
  readonly read: () => Promise<readonly PartAt[]>;
  readonly board: Pick<HealthBoard, 'note'>;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Two minutes and this are well below the three after which `/readyz` has to name a part. */
const everyMs = 10_000;

/** Watches whether parts move, until stopped. It runs in the main thread, which goes on when a worker hangs. */
export const watchStandstills = ({ standstills, read, board, sleep = pause }: WatchStandstills): UntilStopped =>
  untilStopped(async (signal) => {
    while (!signal.aborted) {
      try {
        standstills.observe(await read());
        board.note('standstill watch', null);
      } catch (error) {
        // Brokers that are away are reported by the watch of the log.
        if (!(error instanceof RetryableError))
          board.note('standstill watch', `cannot read positions: ${String(error)}`);
      }
      await sleep(everyMs, signal);
    }
  });
