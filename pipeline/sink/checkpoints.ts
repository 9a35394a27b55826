import type { StateStore } from '../../infra/state/store.ts';
import type { TopicName } from '../../schemas/topics.ts';

/** How far back the sink goes after an unclean start, milliseconds: longer than an engine keeps unsynced parts in memory. */
const resendMs = 60 * 60 * 1000;

interface Checkpoint {
  /** When it was taken, milliseconds. */
  readonly at: number;
  /** `<topic>/<partition>` to next offset. */
  readonly positions: Readonly<Record<string, number>>;
}

/**
 * Remembers where the sink was an hour ago. Tables may lose acknowledged rows when the power fails, the log does not:
 * after an unclean stop the last hour is inserted again, which changes nothing that is there.
 */
export interface Checkpoints {
  /** Reads how the last run ended and marks this one as running. */
  readonly start: () => Promise<void>;
  /** `done`: next offset as far as this lane or another one of the same tables knows; `shared`: there may be others. */
  readonly startAt: (topic: TopicName, partition: number, done: number, shared: boolean) => number;
  /** Everything on the log was read: what had to be inserted again has been. */
  readonly caughtUp: () => void;
  /** State writes that belong into the commit of new positions. */
  readonly writes: () => ReadonlyMap<string, Buffer | null>;
  /** Marks a clean stop; one before the last hour was inserted again leaves that to the next start. */
  readonly finish: () => Promise<void>;
}

const runningKey = 'running';
const currentKey = 'checkpoint/current';
const previousKey = 'checkpoint/previous';

export function createCheckpoints(store: StateStore, clock: () => number): Checkpoints {
  let resendFrom: Checkpoint | null = null;
  const seen = new Map<string, number>();

  const read = (key: string): Checkpoint | null => {
    const bytes = store.get(0, key);
    return bytes === undefined ? null : (JSON.parse(bytes.toString('utf8')) as Checkpoint);
  };
  const mark = (writes: ReadonlyMap<string, Buffer | null>): Promise<void> =>
    store.commit({ partition: 0, positions: [], outputs: [], writes });

  return {
    start: async () => {
      const unclean = store.get(0, runningKey) !== undefined;
      resendFrom = unclean ? (read(previousKey) ?? { at: 0, positions: {} }) : null;
      await mark(new Map([[runningKey, Buffer.from('yes')]]));
    },
    startAt: (topic, partition, done, shared) => {
      const key = `${topic}/${partition}`;
      seen.set(key, done);
      if (resendFrom === null) return done;
      // A lane that shares has begun where others were: that is not its to insert again.
      return Math.min(done, resendFrom.positions[key] ?? (shared ? done : 0));
    },
    caughtUp: () => {
      resendFrom = null;
    },
    writes: () => {
      // While it is behind an unclean stop, the checkpoints from before that stop are the ones that count.
      if (resendFrom !== null) return new Map();
      const current = read(currentKey);
      const now = clock();
      if (current !== null && now - current.at < resendMs) return new Map();
      const positions = Object.fromEntries(
        [...seen].map(([key, done]) => {
          const at = key.lastIndexOf('/');
          return [key, Math.max(done, store.position(key.slice(0, at) as TopicName, Number(key.slice(at + 1))) ?? 0)];
        }),
      );
      return new Map([
        [previousKey, current === null ? null : Buffer.from(JSON.stringify(current))],
        [currentKey, Buffer.from(JSON.stringify({ at: now, positions }))],
      ]);
    },
    finish: async () => {
      if (resendFrom === null) await mark(new Map([[runningKey, null]]));
    },
  };
}
