import { createDeferred, withTimeout } from './async.ts';
import type { Logger } from '../logger.ts';

interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

export interface Lifecycle {
  /** Starts one part. If it fails, stops the parts started before in reverse order and throws the error. */
  readonly start: <T>(
    name: string,
    open: () => Promise<{ readonly value: T; readonly stop: () => Promise<void> }>,
  ) => Promise<T>;
  /** Stops all parts in reverse order, once. A part that fails or hangs does not prevent the others from stopping. */
  readonly stop: () => Promise<void>;
  /** Resolves when `stop` is called. */
  readonly stopping: Promise<void>;
}

/** Longest that a single part, and all parts together, may take to stop, milliseconds. */
export interface StopLimits {
  readonly partMs: number;
  readonly allMs: number;
  /** Time for a part when the parts stopped before it have used up `allMs`. */
  readonly leastMs: number;
}

const defaultLimits: StopLimits = { partMs: 8_000, allMs: 9_000, leastMs: 100 };

/** Start in order, stop in reverse. */
export function createLifecycle(logger: Logger, limits: StopLimits = defaultLimits): Lifecycle {
  const parts: Part[] = [];
  const opening = new Set<Promise<unknown>>();
  let stopped: Promise<void> | null = null;
  let swept = false;
  const stopping = createDeferred();

  const within = async (name: string, limitMs: number, work: () => Promise<unknown>): Promise<void> => {
    try {
      await withTimeout(work(), limitMs, () => {
        throw new Error(`${name} did not stop within ${Math.round(limitMs)} ms`);
      });
    } catch (error) {
      logger.error({ part: name, err: error }, 'a part did not stop cleanly');
    }
  };

  const stopAll = async (): Promise<void> => {
    const deadline = performance.now() + limits.allMs;
    const left = (): number => Math.max(limits.leastMs, Math.min(limits.partMs, deadline - performance.now()));
    // A part that is still opening depends on parts that were opened before it.
    if (opening.size > 0) await within('start', left(), () => Promise.allSettled(opening));
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) await within(part.name, left(), part.stop);
    swept = true;
  };

  const stop = (): Promise<void> => {
    stopping.resolve();
    stopped ??= stopAll();
    return stopped;
  };

  const open = async <T>(
    name: string,
    opened: Promise<{ readonly value: T; readonly stop: () => Promise<void> }>,
  ): Promise<T> => {
    opening.add(opened);
    try {
      const { value, stop: stopPart } = await opened;
      if (swept) await within(name, limits.partMs, stopPart);
      else parts.push({ name, stop: stopPart });
      return value;
    } finally {
      opening.delete(opened);
    }
  };

  const refuseWhenStopping = (name: string): void => {
    if (stopped !== null) throw new Error(`${name} is not started: the rest is being stopped`);
  };

  return {
    start: async (name, openPart) => {
      refuseWhenStopping(name);
      try {
        const value = await open(name, openPart());
        refuseWhenStopping(name);
        return value;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    stopping: stopping.promise,
  };
}
