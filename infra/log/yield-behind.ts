import type { YieldingThread } from '../process/thread-priority.ts';
import type { Log } from './log.ts';

/**
 * The log for a thread that yields to others while one of its consumers catches up: from a chunk after which as many records
 * as it may have are left, until one after which fewer are. New records are read at the priority of the process.
 */
export const yieldBehind = (log: Log, thread: YieldingThread): Log => ({
  ...log,
  consume: (options) => {
    const behind = new Map<string, object>();
    const caughtUp = (place: string): void => {
      const reason = behind.get(place);
      if (reason === undefined) return;
      behind.delete(place);
      thread.end(reason);
    };
    const end = (): void => [...behind.keys()].forEach(caughtUp);
    const consumption = log.consume({
      ...options,
      onRevoke: async () => {
        end();
        await options.onRevoke?.();
      },
      onChunk: async (chunk) => {
        const place = `${chunk.topic}/${chunk.partition}`;
        const left = chunk.end - 1 - (chunk.records.at(-1)?.offset ?? -1);
        if (left < options.maxRecords) caughtUp(place);
        else if (!behind.has(place)) {
          const reason = {};
          behind.set(place, reason);
          thread.begin(reason);
        }
        await options.onChunk(chunk);
      },
    });
    consumption.done.then(end, end);
    return consumption;
  },
});
