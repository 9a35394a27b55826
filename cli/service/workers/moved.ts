import type { Move } from '../health/standstill/reported-parts.ts';
import type { FromWorker } from './messages.ts';

/** Reports the moves of publishers and readers to the main thread, which notices when one does not come. */
export const moved =
  (post: (message: FromWorker) => void) =>
  (part: string, dueInMs: Move['dueInMs'], waiting: string): void =>
    post({ type: 'moved', move: { part, dueInMs, waiting } });

export type OnMove = ReturnType<typeof moved>;
