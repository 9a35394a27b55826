import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createSession, type Session } from 'better-sse';
import { pause } from '../../../../infra/async/async.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import type { Logger } from '../../../../infra/logger.ts';
import type { Connection } from '../../connection.ts';
import { createSignal } from '../../memory/signal.ts';
import { type StreamCursor, writeStreamCursor } from './cursor.ts';

export interface StreamTiming {
  readonly heartbeatMs: number;
  /** Interval between checks of the key, milliseconds; in addition the key is cached for 3 s. */
  readonly admissionMs: number;
}

/** What a stream sends, and the place behind it. */
export interface SentBatch {
  readonly events: readonly { readonly name: string; readonly data: string; readonly id: string }[];
  readonly cursor: StreamCursor;
  readonly hasMore: boolean;
}

export interface SessionOptions {
  readonly connection: Connection;
  readonly begin: StreamCursor;
  readonly read: (cursor: StreamCursor) => Promise<SentBatch>;
  /** Calls `wake` whenever there may be new events; the result unsubscribes. */
  readonly subscribe: (wake: () => void) => () => void;
  readonly stillAdmitted: () => Promise<boolean>;
  /** Calls `end` when the process is about to stop, at once if it is already; the result unsubscribes. */
  readonly whenStopping: (end: () => void) => () => void;
  readonly timing: StreamTiming;
  readonly logger: Logger;
}

/** Longest time between two reads without a wake, milliseconds. */
const longestWaitMs = 300_000;
const retryMs = 1_000;
/** Time in which a client must receive what was sent, milliseconds; then it counts as disconnected. */
const patienceMs = 30_000;

/** Answers with an event stream. Resolves once its head is sent; the events go on until the connection closes. */
export async function openSession(options: SessionOptions): Promise<void> {
  const { connection, logger } = options;
  const session = await createSession(connection.request, connection.response, {
    statusCode: 200,
    headers: { 'Cache-Control': 'private, no-cache, no-transform' },
    trustClientEventId: false,
    // Our own heartbeat also sends an id.
    keepAlive: null,
    serializer: String,
  });
  follow(session, options).catch((error: unknown) => {
    logger.error({ err: error }, 'an event stream broke off');
    connection.response.destroy();
  });
}

async function follow(session: Session, options: SessionOptions): Promise<void> {
  const { connection, read, subscribe, stillAdmitted, whenStopping, timing, logger } = options;
  const { response } = connection;
  const signal = createSignal();
  const isOpen = (): boolean => !response.closed && !response.writableEnded && !response.destroyed;
  const end = (): void => void response.end();
  let cursor = options.begin;
  let isAsking = false;

  // A client reconnects with the last id that it received, so it gets a recent one also without events.
  const beat = (): void => {
    if (isOpen()) write(response, session, cursor);
  };
  const checkAdmission = (): void => {
    if (isAsking) return;
    isAsking = true;
    stillAdmitted()
      .then((admitted) => (admitted ? undefined : end()))
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  };
  const timers = [setInterval(beat, timing.heartbeatMs), setInterval(checkAdmission, timing.admissionMs)];
  const subscriptions = [subscribe(signal.raise), whenStopping(end)];
  const release = (): void => {
    for (const timer of timers) clearInterval(timer);
    for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
  };
  // At once: a read under way may last until its limit.
  response.once('close', () => {
    release();
    signal.raise();
  });
  try {
    beat();
    while (isOpen()) {
      const batch = await readOrWait(() => read(cursor), logger);
      if (batch === null || !isOpen()) continue;
      for (const { data, name, id } of batch.events) session.push(data, name, id);
      cursor = batch.cursor;
      await drained(response);
      if (!batch.hasMore) await signal.wait(longestWaitMs);
    }
  } finally {
    release();
  }
}

/** A comment, which keeps the connection open, and an id, which a client stores without dispatching an event. */
function write(response: ServerResponse, session: Session, cursor: StreamCursor): void {
  session
    .batch((buffer) => void buffer.comment().id(writeStreamCursor(cursor)).dispatch())
    .catch(() => response.destroy());
}

/** Null after a pause if the tables cannot be read now. */
async function readOrWait(read: () => Promise<SentBatch>, logger: Logger): Promise<SentBatch | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
    logger.warn({ err: error }, 'an event stream could not read the tables; it tries again');
    await pause(retryMs);
    return null;
  }
}

/** Waits until a slow client has received what was sent; other streams do not wait. */
async function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  const patience = setTimeout(() => response.destroy(), patienceMs);
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  try {
    await once(response, 'drain', { signal: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    clearTimeout(patience);
    response.off('close', leave);
  }
}
