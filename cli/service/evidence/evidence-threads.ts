import { Worker } from 'node:worker_threads';
import { createDeferred, type DeferredPromise, pause } from '../../../infra/async/async.ts';
import { RetryableError } from '../../../infra/errors.ts';
import type { EvidenceJob, EvidenceResult } from './messages.ts';

/** Threads that compute evidence, a job at a time each. One stays warm between jobs: its modules take longer than most jobs. */
export interface EvidenceThreads {
  /** Rejects with RetryableError when the signal aborts. What takes too long can only be ended with its thread. */
  readonly compute: (job: EvidenceJob, signal: AbortSignal) => Promise<EvidenceResult>;
  /** Starts a thread ahead of its first job, unless one is warm. */
  readonly prepare: () => void;
  readonly stop: () => Promise<void>;
}

/** The part of a worker that is used here. */
export type EvidenceWorker = Pick<Worker, 'on' | 'postMessage' | 'ref' | 'terminate' | 'unref'>;

export interface EvidenceThreadsOptions {
  readonly start?: () => EvidenceWorker;
  /** Resolves after `ms`, or when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How long a thread waits for its next job, milliseconds. */
export const idleMs = 10 * 60_000;

interface Thread {
  readonly run: (job: EvidenceJob, signal: AbortSignal) => Promise<EvidenceResult>;
  readonly end: () => Promise<unknown>;
  readonly worker: EvidenceWorker;
}

interface WarmThread {
  readonly thread: Thread;
  /** Aborted when it gets a job, or ends. */
  readonly waiting: AbortController;
}

export const tooLong = (): RetryableError => new RetryableError('the evidence was not computed in time');

export function createEvidenceThreads(options: EvidenceThreadsOptions = {}): EvidenceThreads {
  const { start = startWorker, sleep = pause } = options;
  let warm: WarmThread | null = null;
  let isStopped = false;
  /** Waits of idle threads. */
  let waits: Promise<unknown> = Promise.resolve();

  const take = (): Thread | null => {
    const taken = warm;
    warm = null;
    taken?.waiting.abort();
    return taken?.thread ?? null;
  };
  const begin = (): Thread => {
    const thread = startThread(start(), () => {
      if (warm?.thread === thread) take();
    });
    return thread;
  };
  const rest = async (thread: Thread): Promise<void> => {
    if (warm !== null || isStopped) {
      await thread.end();
      return;
    }
    thread.worker.unref();
    const resting = { thread, waiting: new AbortController() };
    warm = resting;
    await sleep(idleMs, resting.waiting.signal);
    if (warm === resting) await take()?.end();
  };

  return {
    compute: async (job, signal) => {
      const thread = take() ?? begin();
      thread.worker.ref();
      try {
        const result = await thread.run(job, signal);
        waits = Promise.all([waits, rest(thread)]);
        return result;
      } catch (error) {
        await thread.end();
        throw error;
      }
    },
    prepare: () => {
      if (warm === null && !isStopped) waits = Promise.all([waits, rest(begin())]);
    },
    stop: async () => {
      isStopped = true;
      await take()?.end();
      await waits;
    },
  };
}

/** `ended` is called when the thread ends by itself. */
function startThread(worker: EvidenceWorker, ended: () => void): Thread {
  let current: DeferredPromise<EvidenceResult> | null = null;
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    current?.reject(failure);
    ended();
  };
  worker.on('message', (result: EvidenceResult) => current?.resolve(result));
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', (code) => fail(new Error(`the thread of the evidence ended with ${code}`)));
  return {
    worker,
    end: () => worker.terminate(),
    run: async (job, signal) => {
      if (failure !== null) throw failure;
      const result = createDeferred<EvidenceResult>();
      const refuse = (): void => result.reject(tooLong());
      signal.addEventListener('abort', refuse, { once: true });
      if (signal.aborted) refuse();
      current = result;
      worker.postMessage(job);
      try {
        return await result.promise;
      } finally {
        current = null;
        signal.removeEventListener('abort', refuse);
      }
    },
  };
}

function startWorker(): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(fromSource ? './evidence-worker.ts' : './evidence-worker.js', import.meta.url);
  return new Worker(file, { name: 'evidence', resourceLimits: { maxOldGenerationSizeMb: 1_024 } });
}
