import type { Lifecycle } from '../../../infra/async/lifecycle.ts';
import type { Log } from '../../../infra/log/log.ts';
import { pause, withTimeout } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import type { Engine } from '../../engine/engine-parts.ts';
import type { HealthBoard } from './health-board.ts';
import { watchTopics } from './watch-topics.ts';

export interface WatchLogOptions {
  readonly log: Pick<Log, 'ranges'>;
  readonly board: Pick<HealthBoard, 'note'>;
  readonly pollEveryMs?: number;
  /** Brokers that take longer to answer count as unavailable. */
  readonly limitMs?: number;
}

/**
 * Requests the offsets of a topic from the brokers at an interval, until stopped, and notes on the board when they do
 * not answer. Producers and consumers retry without limit and report nothing.
 */
export const watchLog = (options: WatchLogOptions): UntilStopped => untilStopped((signal) => watch(options, signal));

/** The watch as a part of a process. */
export const startLogWatch = (
  lifecycle: Lifecycle,
  { log }: Pick<Engine, 'log'>,
  board: HealthBoard,
  onDeath: (reason: string) => void,
): Promise<null> =>
  lifecycle.start('watch of the log', async () => {
    const watches = [watchLog({ log, board }), watchTopics({ log, board, onDeath })];
    return { value: null, stop: () => stopAll(watches) };
  });

const stopAll = async (watches: readonly UntilStopped[]): Promise<void> => {
  await Promise.all(watches.map(({ stop }) => stop()));
};

async function watch(
  { log, board, pollEveryMs = 1_000, limitMs = 3_000 }: WatchLogOptions,
  signal: AbortSignal,
): Promise<void> {
  let pending: Promise<string | null> | null = null;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const current: Promise<string | null> = (pending ??= findingOf(log));
    const finding = await withTimeout(current, limitMs, () => 'none yet' as const, signal);
    if (isOver()) return;
    // One request at a time: no second one is sent while a broker has not answered.
    if (finding !== 'none yet') pending = null;
    board.note('log', finding === 'none yet' ? `does not answer within ${limitMs} ms` : finding);
    await pause(pollEveryMs, signal);
  }
}

const findingOf = (log: Pick<Log, 'ranges'>): Promise<string | null> =>
  log.ranges('accounts.commands').then(
    () => null,
    (error: unknown) => `does not answer: ${error instanceof Error ? error.message : String(error)}`,
  );
