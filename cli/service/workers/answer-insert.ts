import { RetryableError } from '../../../infra/errors.ts';
import type { FromWorker, InsertError, SinkLane, ToWorker } from './messages.ts';

/** Inserts rows of a lane into a table: one JSON array of cells a line. */
export type InsertOfLane = (lane: SinkLane, table: string, columns: readonly string[], body: Buffer) => Promise<void>;

type InsertMessage = Extract<FromWorker, { readonly type: 'insert' }>;

/** Inserts the rows of a worker's message; the answer has the error, if there was one, with its class. Never rejects. */
export async function answerInsert(
  insert: InsertOfLane,
  { id, lane, table, columns, body }: InsertMessage,
): Promise<ToWorker> {
  let error: InsertError | null = null;
  try {
    await insert(lane, table, columns, Buffer.from(body.buffer));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    error = { retryable: cause instanceof RetryableError, message };
  }
  return { type: 'inserted', id, error };
}
