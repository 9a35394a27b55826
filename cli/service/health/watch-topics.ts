import type { Log } from '../../../infra/log/log.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import { findingsOf } from '../../engine/log-findings.ts';
import type { HealthBoard } from './health-board.ts';

export interface WatchTopicsOptions {
  readonly log: Pick<Log, 'inspect'>;
  readonly board: Pick<HealthBoard, 'note'>;
  /** Called once, when positions no longer belong to the topics. */
  readonly onDeath: (reason: string) => void;
  readonly everyMs?: number;
}

const remedy = 'see docs/runbooks/records-lost.md';

/**
 * Notes on the board when brokers have deleted records that are kept for ever, or are about to, until stopped. A topic that
 * was deleted and created again ends the process: its positions would skip records of the new topic.
 */
export const watchTopics = ({ log, board, onDeath, everyMs = 60_000 }: WatchTopicsOptions): UntilStopped =>
  untilStopped(async (signal) => {
    const { inspect } = log;
    if (inspect === undefined) return;
    while (!signal.aborted) {
      try {
        const inspection = await inspect();
        const findings = findingsOf(inspection);
        board.note('records', findings.length === 0 ? null : `of the log: ${findings.join('; ')}: ${remedy}`);
        if (inspection.replaced.length > 0) {
          onDeath(`the log ${findings[0] ?? ''}: ${remedy}`);
          return;
        }
      } catch (error) {
        // Brokers that are away are reported by the watch of the log.
        if (!(error instanceof RetryableError))
          board.note('records', `of the log cannot be inspected: ${String(error)}`);
      }
      await pause(everyMs, signal);
    }
  });
