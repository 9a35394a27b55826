import type { Duplex } from 'node:stream';
import { createDeferred } from '../../async/async.ts';
import type { EmbeddedLanes } from '../embedded/embedded-lanes.ts';
import type { ReadOnlySession } from '../tables.ts';
import { createFrameReader, writeFrame } from './wire/frames.ts';
import type { Answer, Figures, NumberedRequest, OpenOptions, Pulse } from './wire/messages.ts';
import { sentError } from './wire/sent-error.ts';

export interface ServeOptions {
  /** Opens the engine; called once. */
  readonly open: (options: OpenOptions) => Promise<EmbeddedLanes>;
  /** Resident size of this process, bytes. */
  readonly residentBytes: () => number;
}

interface OpenSession {
  readonly session: ReadOnlySession;
  readonly end: () => void;
}

interface Reply {
  readonly result: unknown;
  readonly body?: Uint8Array;
}

const done: Reply = { result: null };

/** Answers the requests of a stream with the engine of this process, each as soon as it is done, in any order. */
export function serveTables(stream: Duplex, { open, residentBytes }: ServeOptions): void {
  let opened: EmbeddedLanes | null = null;
  const sessions = new Map<number, OpenSession>();
  const tables = (): EmbeddedLanes => {
    if (opened === null) throw new Error('the tables are not open');
    return opened;
  };
  const sessionOf = (id: number): OpenSession => {
    const session = sessions.get(id);
    if (session === undefined) throw new Error(`connection ${id} is not open`);
    return session;
  };

  /** Resolves when the connection is open. It stays open until `end`. */
  const begin = ({
    id,
    lane,
    settings,
    parameters,
  }: Extract<NumberedRequest, { readonly op: 'begin' }>): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const ended = createDeferred();
      tables()
        .withSession(id, lane, { settings, parameters }, async (session) => {
          sessions.set(id, { session, end: ended.resolve });
          resolve(done);
          await ended.promise;
          sessions.delete(id);
        })
        .catch(reject);
    });

  const pulse = async (): Promise<Reply> => {
    const damage = await tables().ping();
    const running = tables()
      .running()
      .map(({ id, lane }) => ({ request: id, lane }));
    const result: Pulse = { residentBytes: residentBytes(), running, damage };
    return { result };
  };

  const perform = async (request: NumberedRequest, body: Buffer): Promise<Reply> => {
    switch (request.op) {
      case 'open':
        opened = await open(request.options);
        return done;
      case 'text':
        return { result: null, body: await tables().text(request.id, request.lane, body.toString('utf8')) };
      case 'insert':
        await tables().insert(request.id, request.lane, request.table, request.columns, body);
        return done;
      case 'begin':
        return begin(request);
      case 'run': {
        const { bytes, ...figures } = await sessionOf(request.session).session.run(
          body.toString('utf8'),
          request.format,
        );
        const result: Figures = figures;
        return { result, body: bytes };
      }
      case 'end':
        sessionOf(request.session).end();
        return done;
      case 'pulse':
        return pulse();
      case 'cancel':
        await tables().cancel(request.request);
        return done;
      case 'close':
        for (const { end } of sessions.values()) end();
        await opened?.close();
        return done;
    }
  };

  const answer = async (request: NumberedRequest, requestBody: Buffer): Promise<void> => {
    const { id } = request;
    try {
      const { result, body } = await perform(request, requestBody);
      const head: Answer = { id, result };
      writeFrame(stream, head, body);
    } catch (error) {
      const head: Answer = { id, error: sentError(error) };
      writeFrame(stream, head);
    }
  };
  const onChunk = createFrameReader(({ head, body }) => {
    // An answer that cannot be written ends the stream, and with it this process.
    answer(head as NumberedRequest, body).catch((error: unknown) => stream.destroy(error as Error));
  });
  stream.on('data', onChunk);
}
