import { simulation } from '../../kernel/simulation.ts';
import type { SimulatedAnswer } from './answer.ts';
import type { Listener } from './network.ts';
import { sendWithFaults } from './send-with-faults.ts';

export interface SimulatedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Answers a request, or leaves it without an answer (null). It runs on no thread of the program. */
export type AnswerRequest = (request: SimulatedRequest) => SimulatedAnswer | null;

/** A server that answers one request a connection, with the faults of `fetchFaults` that the seed has. */
export const httpServer =
  (answer: AnswerRequest): Listener =>
  (client) => {
    let received = Buffer.alloc(0);
    return (bytes) => {
      received = Buffer.concat([received, bytes]);
      const request = parseRequest(received);
      if (request === null) return;
      received = Buffer.alloc(0);
      const answered = answer(request);
      if (answered === null) return;
      const { random } = simulation();
      simulation().after(
        answered.afterMs ?? random.delay(2),
        null,
        `${request.method} ${request.path} is answered`,
        () => sendWithFaults(client, answered),
      );
    };
  };

const endOfHead = '\r\n\r\n';

/** Null until all of it is there. */
function parseRequest(received: Buffer): SimulatedRequest | null {
  const end = received.indexOf(endOfHead);
  if (end === -1) return null;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = received.subarray(end + endOfHead.length);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { method, path, headers, body };
}
