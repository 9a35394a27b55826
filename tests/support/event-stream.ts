/** A client of server-sent events that records all events. */
import { type ClientRequest, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { until } from './within.ts';

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
  /** Resolves when `count` events were received; rejects after the timeout. */
  readonly until: (count: number, limitMs?: number) => Promise<void>;
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
  };
  return new Promise((resolve, reject) => {
    const request: ClientRequest = httpRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', take);
      const ended = new Promise<void>((settle) => {
        response.once('close', settle);
        response.on('error', () => settle());
      });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        beats: () => beats,
        lastId: () => lastId,
        until: (count, limitMs) => untilTrue(() => events.length >= count, limitMs),
        ended,
        close: () => void request.destroy(),
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** Resolves when the condition, which names itself, holds; rejects after the time limit, two minutes unless given. */
export const untilTrue = (condition: () => Promise<boolean> | boolean, limitMs?: number): Promise<void> =>
  until(condition.toString(), condition, 10, limitMs);
