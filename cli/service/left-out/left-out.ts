import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createLru } from '../../../api/readmodel/memory/lru.ts';
import type { LeftOut, ReadLeftOut } from '../../../explorer/left-out.ts';
import type { ArtifactStore } from '../../../infra/artifacts/store.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { LeftOutJob } from './left-out-of.ts';

/** Longest that a page waits for one document, milliseconds. */
const longestMs = 10_000;
/** Documents whose passages are cached: those of one reading and profile never change. */
const mostKnown = 200;
/** Documents that are read or wait at a time; a page of a further one goes without. */
const mostWaiting = 4;

export interface LeftOutOptions {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'has'>;
  readonly logger: Logger;
  /** Runs the rules; a thread of its own by default. Rejects when the signal aborts. */
  readonly compute?: (job: LeftOutJob, signal: AbortSignal) => Promise<LeftOut | null>;
  readonly signalOf?: () => AbortSignal;
}

/** Runs the rules over recorded readings, one at a time; the same reading once. */
export function createLeftOut(options: LeftOutOptions): ReadLeftOut {
  const {
    artifacts,
    logger,
    compute = inThread(startWorker),
    signalOf = () => AbortSignal.timeout(longestMs),
  } = options;
  const known = createLru<string, Promise<LeftOut | null>>(mostKnown);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const textOf = async (sha256: string): Promise<string | null> =>
    (await artifacts.has(sha256)) ? (await artifacts.get(sha256)).toString('utf8') : null;

  return ({ reading, profile, kind, url, isWhole }) => {
    const key = JSON.stringify([reading, profile, kind, url, isWhole]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (waiting >= mostWaiting) return Promise.resolve(null);
    waiting += 1;
    const read = async (): Promise<LeftOut | null> => {
      const [text, own] = [await textOf(reading), await textOf(profile)];
      return text === null || own === null
        ? null
        : await compute({ reading: text, profile: own, kind, url, isWhole }, signalOf());
    };
    const result = last
      .then(read)
      .catch((error: unknown) => {
        logger.warn({ err: error, reading }, 'what the rules leave out of a document is not known');
        return null;
      })
      .then((leftOut) => {
        // A reading that is not at hand now may be later.
        if (leftOut === null) known.delete(key);
        return leftOut;
      });
    last = result.finally(() => {
      waiting -= 1;
    });
    known.set(key, result);
    return result;
  };
}

/** Runs each job in a thread that ends with it. */
export const inThread =
  (start: (job: LeftOutJob) => Worker): NonNullable<LeftOutOptions['compute']> =>
  async (job, signal) => {
    const worker = start(job);
    try {
      const [result] = (await once(worker, 'message', { signal })) as [LeftOut | null];
      return result;
    } finally {
      await worker.terminate();
    }
  };

function startWorker(job: LeftOutJob): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(fromSource ? './left-out-worker.ts' : './left-out-worker.js', import.meta.url);
  return new Worker(file, {
    name: 'left-out',
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
}
