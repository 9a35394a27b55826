import type { Logger } from './logger.ts';

export interface Part {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

export interface Lifecycle {
  /** Starts one part; if it fails, the parts started before are stopped in reverse and the error is thrown. */
  readonly start: <T>(
    name: string,
    open: () => Promise<{ readonly value: T; readonly stop: () => Promise<void> }>,
  ) => Promise<T>;
  /** Stops all parts in reverse order, once; a part that fails or hangs does not keep the others from stopping. */
  readonly stop: () => Promise<void>;
  /** Resolves when `stop` was called. */
  readonly stopping: Promise<void>;
}

/** Longest a single part may take to stop, milliseconds. */
const partStopTimeoutMs = 8_000;

/** Start in order, stop in reverse. */
export function createLifecycle(logger: Logger): Lifecycle {
  const parts: Part[] = [];
  let stopped: Promise<void> | null = null;
  let announce: () => void = () => undefined;
  const stopping = new Promise<void>((resolve) => {
    announce = resolve;
  });

  const stopAll = async (): Promise<void> => {
    for (const part of parts.splice(0).reverse()) {
      try {
        await withTimeout(part.stop(), partStopTimeoutMs, part.name);
      } catch (error) {
        logger.error({ part: part.name, err: error }, 'a part did not stop cleanly');
      }
    }
  };

  const stop = (): Promise<void> => {
    announce();
    stopped ??= stopAll();
    return stopped;
  };

  return {
    start: async (name, open) => {
      try {
        const opened = await open();
        parts.push({ name, stop: opened.stop });
        return opened.value;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    stopping,
  };
}

async function withTimeout(work: Promise<void>, limitMs: number, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not stop within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
