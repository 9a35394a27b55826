import type { MessagePort } from 'node:worker_threads';
import { RetryableError } from '../../../infra/errors.ts';
import type { InsertRows } from '../../../pipeline/sink/inserts.ts';
import type { SinkLane, ToWorker } from './messages.ts';

/** Inserts through the main thread, the only one that may open the embedded ClickHouse. */
export interface InsertClient {
  readonly insert: InsertRows;
  /** Handles answers of the main thread. */
  readonly onMessage: (message: ToWorker) => void;
}

export function createInsertClient(port: MessagePort, lane: SinkLane): InsertClient {
  const waiting = new Map<number, { readonly resolve: () => void; readonly reject: (error: Error) => void }>();
  let last = 0;
  return {
    insert: (table, columns, body) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        // A copy: the buffer is transferred to the other thread, and the sink may send the same body again.
        const bytes = new Uint8Array(body);
        port.postMessage({ type: 'insert', id: last, lane, table, columns, body: bytes }, [bytes.buffer]);
      }),
    onMessage: (message) => {
      if (message.type !== 'inserted') return;
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === null) call?.resolve();
      else
        call?.reject(
          message.error.retryable ? new RetryableError(message.error.message) : new Error(message.error.message),
        );
    },
  };
}
