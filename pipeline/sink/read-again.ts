import { createDeferred } from '../../infra/async/async.ts';
import type { TopicName } from '../../schemas/topics.ts';

/**
 * Reads topics from their beginning. `meanwhile` runs after their positions were set back and before the lane reads on, so it
 * may empty tables. Resolves when it is done; throws what it throws, and Error when the lane has ended.
 */
export type ReadAgain = (names: readonly TopicName[], meanwhile: () => Promise<void>) => Promise<void>;

/** What a lane does between two consumptions, because a caller asked for topics once more. */
export interface TopicReread {
  readonly readAgain: ReadAgain;
  readonly isAsked: () => boolean;
  /** Call it while the lane neither reads nor writes. */
  readonly carryOut: () => Promise<void>;
  /** Call it when the lane has ended. */
  readonly end: () => void;
}

export function createRereading(
  setBack: (names: readonly TopicName[]) => Promise<void>,
  stopReading: () => void,
): TopicReread {
  let asked: { readonly work: () => Promise<void>; readonly fail: (error: Error) => void } | null = null;
  let ended = false;
  return {
    readAgain: async (names, meanwhile) => {
      if (ended || asked !== null) throw new Error('the lane has ended, or sets topics back already');
      const done = createDeferred();
      const work = async (): Promise<void> => {
        await setBack(names);
        await meanwhile().then(done.resolve, done.reject);
      };
      asked = { work, fail: done.reject };
      stopReading();
      await done.promise;
    },
    isAsked: () => asked !== null,
    carryOut: async () => {
      await asked?.work();
      asked = null;
    },
    end: () => {
      ended = true;
      asked?.fail(new Error('the lane has ended'));
    },
  };
}
