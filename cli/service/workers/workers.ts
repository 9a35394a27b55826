import { Worker } from 'node:worker_threads';
import { createDeferred } from '../../../infra/async/async.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { ReadAgain } from '../../../pipeline/sink/read-again.ts';
import { answerInsert, type InsertOfLane } from './answer-insert.ts';
import type { FromWorker, SinkLane, ToWorker, WorkerStart } from './messages.ts';

export interface WorkerDeps {
  readonly logger: Logger;
  /** Writes a log line of a worker. */
  readonly writeLog: (line: string) => void;
  readonly insert: InsertOfLane;
  readonly onMessage: (role: string, message: FromWorker) => void;
  /** A worker ended without being stopped. */
  readonly onDeath: (role: string, reason: string) => void;
}

export interface RunningWorker {
  /** The sink lane that it runs; null without one. */
  readonly lane: SinkLane | null;
  /** As `ReadAgain` of the lane; one at a time. */
  readonly readAgain: ReadAgain;
  /** Passes the epoch of the server of the tables to a sink lane. */
  readonly setTablesEpoch: (epoch: string) => void;
  readonly stop: () => Promise<void>;
}

/**
 * A worker that has not stopped by then is terminated. It repeats uncommitted work after the next start. Milliseconds.
 */
const stopTimeoutMs = 6_000;

/** Starts a worker thread; resolves when the worker reports that it is ready. */
export function startWorker(deps: WorkerDeps, start: WorkerStart): Promise<RunningWorker> {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: start, name: start.role });
  let stopping = false;
  let stopped: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    stopped = resolve;
  });

  const post = (message: ToWorker): void => worker.postMessage(message);
  let setBack = createDeferred();
  // Also when none is waiting.
  const failSetBack = (reason: string): void => {
    setBack.promise.catch(() => undefined);
    setBack.reject(new Error(reason));
  };
  const readAgain: ReadAgain = async (topics, meanwhile) => {
    setBack = createDeferred();
    post({ type: 'read-again', topics });
    await setBack.promise;
    try {
      await meanwhile();
    } finally {
      post({ type: 'read-on' });
    }
  };

  const stop = async (): Promise<void> => {
    stopping = true;
    post({ type: 'stop' });
    const timer = setTimeout(() => {
      deps.logger.error({ role: start.role }, `the ${start.role} role did not stop in time and is ended`);
      stopped();
    }, stopTimeoutMs);
    await ended;
    clearTimeout(timer);
    await worker.terminate();
  };

  return new Promise((resolve, reject) => {
    const died = (reason: string): void => {
      stopped();
      failSetBack(`the ${start.role} role ended: ${reason}`);
      reject(new Error(`the ${start.role} role did not start: ${reason}`));
      if (!stopping) deps.onDeath(start.role, reason);
    };
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') {
        const setTablesEpoch = (epoch: string): void => post({ type: 'tables-epoch', epoch });
        resolve({ lane: start.lane, stop, setTablesEpoch, readAgain });
      } else if (message.type === 'set-back') {
        if (message.error === null) setBack.resolve();
        else failSetBack(message.error);
      } else if (message.type === 'stopped') stopped();
      else if (message.type === 'log') deps.writeLog(message.line);
      else if (message.type === 'insert')
        answerInsert(deps.insert, message).then(post, (error: unknown) => died(String(error)));
      else deps.onMessage(start.role, message);
    });
    worker.on('error', (error) => died(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    worker.on('exit', (code) => died(`it exited with code ${code}`));
  });
}
