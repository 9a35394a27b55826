import { Worker } from 'node:worker_threads';
import { RetryableError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { FromWorker, InsertError, SinkLane, ToWorker, WorkerStart } from './messages.ts';

export interface WorkerDeps {
  readonly logger: Logger;
  /** Writes a line that a worker logged. */
  readonly writeLog: (line: string) => void;
  readonly insert: (lane: SinkLane, table: string, columns: readonly string[], body: Buffer) => Promise<void>;
  readonly onMessage: (role: string, message: FromWorker) => void;
  /** A worker ended although nobody asked it to. */
  readonly onDeath: (role: string, reason: string) => void;
}

export interface RunningWorker {
  /** Tells a sink lane which life the server of the tables is in. */
  readonly tablesLive: (life: string) => void;
  readonly stop: () => Promise<void>;
}

/** A role that has not stopped by then is ended: what it had not committed, it does again after the next start. */
const stopTimeoutMs = 6_000;

/** Starts a role in a thread of its own; resolves when the role says that it is ready. */
export function startWorker(deps: WorkerDeps, start: WorkerStart): Promise<RunningWorker> {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: start, name: start.role });
  let stopping = false;
  let stopped: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    stopped = resolve;
  });

  const post = (message: ToWorker): void => worker.postMessage(message);
  const insert = async (message: Extract<FromWorker, { readonly type: 'insert' }>): Promise<void> => {
    let error: InsertError | null = null;
    try {
      await deps.insert(message.lane, message.table, message.columns, Buffer.from(message.body.buffer));
    } catch (cause) {
      error = {
        retryable: cause instanceof RetryableError,
        message: cause instanceof Error ? cause.message : String(cause),
      };
    }
    post({ type: 'inserted', id: message.id, error });
  };

  const stop = async (): Promise<void> => {
    stopping = true;
    post({ type: 'stop' });
    const timer = setTimeout(() => {
      deps.logger.error({ role: start.role }, `the ${start.role} role did not stop in time and is ended`);
      stopped();
    }, stopTimeoutMs);
    await gone;
    clearTimeout(timer);
    await worker.terminate();
  };

  return new Promise((resolve, reject) => {
    const died = (reason: string): void => {
      stopped();
      reject(new Error(`the ${start.role} role did not start: ${reason}`));
      if (!stopping) deps.onDeath(start.role, reason);
    };
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'ready') resolve({ stop, tablesLive: (life) => post({ type: 'tables-life', life }) });
      else if (message.type === 'stopped') stopped();
      else if (message.type === 'log') deps.writeLog(message.line);
      else if (message.type === 'insert') insert(message).catch((error: unknown) => died(String(error)));
      else deps.onMessage(start.role, message);
    });
    worker.on('error', (error) => died(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    worker.on('exit', (code) => died(`it exited with code ${code}`));
  });
}
