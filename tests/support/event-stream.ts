/** A client of server-sent events that records all events. */
import { EventEmitter } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, request as httpRequest } from 'node:http';

export interface ReceivedEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStreamClient {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Events received so far. */
  readonly events: readonly ReceivedEvent[];
  /** Number of comments (heartbeats) received so far. */
  readonly beats: () => number;
  /** The id that a browser would send as Last-Event-ID. */
  readonly lastId: () => string;
  /** Resolves when so many events were received in all; rejects when the stream ends before. */
  readonly heard: (count: number) => Promise<void>;
  /** Resolves when the condition holds, computed again after whatever is received; rejects when the stream ends before. */
  readonly heardThat: (holds: () => boolean) => Promise<void>;
  /** Resolves when the server ends the stream or the connection. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

export function openEventStream(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStreamClient> {
  const events: ReceivedEvent[] = [];
  let beats = 0;
  let lastId = '';
  let rest = '';
  const received = new EventEmitter().setMaxListeners(0);
  const heardThat = (holds: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (!holds()) return;
        received.off('text', check).off('end', end);
        resolve();
      };
      const end = (): void => reject(new Error(`the stream ended after ${events.length} events`));
      received.on('text', check).once('end', end);
      check();
    });
  const take = (text: string): void => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':');
        if (colon === 0) beats += 1;
        else fields.set(line.slice(0, colon), line.slice(colon + 1));
      }
      lastId = fields.get('id') ?? lastId;
      const data = fields.get('data');
      if (data !== undefined) {
        events.push({
          name: fields.get('event') ?? 'message',
          id: lastId,
          data: JSON.parse(data) as ReceivedEvent['data'],
        });
      }
    }
    received.emit('text');
  };
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', take);
      const ended = new Promise<void>((settle) => {
        response.once('close', () => {
          received.emit('end');
          settle();
        });
        response.on('error', () => settle());
      });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        beats: () => beats,
        lastId: () => lastId,
        heard: (count) => heardThat(() => events.length >= count),
        heardThat,
        ended,
        close: () => void request.destroy(),
      });
    });
    request.on('error', reject);
    request.end();
  });
}
