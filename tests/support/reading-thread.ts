/**
 * Readers of documents without their process: one thread reads all documents of a test file. A thread, because the library for
 * PDFs changes globals.
 */
import { createDeferred, type DeferredPromise } from '../../infra/async/async.ts';
import { readAnswer } from '../../infra/reading/read-answer.ts';
import type { ReadDocument } from '../../schemas/values/reading.ts';
import { startThread } from './thread.ts';

export interface ReadingThread {
  /** What `readDocument` would return, without the limits of the process. The bytes decide the class. */
  readonly read: (document: string | Uint8Array) => Promise<ReadDocument>;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly answer: string;
}

export function startReadingThread(): ReadingThread {
  const worker = startThread({
    modules: { reader: 'infra/reading/readers/answer-request.ts' },
    script: `parentPort.on('message', async ({ id, bytes }) => {
      const answer = await reader.answerRequest(Buffer.from(bytes), { class: null, charset: null });
      parentPort.postMessage({ id, answer });
    });`,
  });
  const waiting = new Map<number, DeferredPromise<ReadDocument>>();
  let lastId = 0;
  worker.on('message', ({ id, answer }: Answer) => {
    waiting.get(id)?.resolve(readAnswer(Buffer.from(answer)));
    waiting.delete(id);
  });
  worker.on('error', (error) => waiting.forEach(({ reject }) => reject(error)));
  return {
    read: (document) => {
      lastId += 1;
      const answered = createDeferred<ReadDocument>();
      waiting.set(lastId, answered);
      worker.postMessage({ id: lastId, bytes: Buffer.from(document as string) });
      return answered.promise;
    },
    close: async () => void (await worker.terminate()),
  };
}
