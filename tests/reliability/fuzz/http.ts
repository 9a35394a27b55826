/** The door of HTTP: bytes on a connection to the API behind its listener. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { errorsOf, type FuzzedApi } from './api.ts';
import type { Door, Verdict } from './door.ts';
import { type Edit, edited, edits } from './edits.ts';
import { connections } from './http-requests.ts';
import { readResponses, responseProblem } from './http-responses.ts';

interface SentBytes {
  /** Requests in latin1 with placeholders. */
  readonly requests: readonly string[];
  readonly edits: readonly Edit[];
  /** Where the bytes are split into two packets, in millionths. */
  readonly split: number;
}

const inputs: fc.Arbitrary<SentBytes> = fc.record({
  requests: connections,
  edits: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: edits }),
  split: fc.integer({ min: 0, max: 1_000_000 }),
});

export const httpDoor = (api: FuzzedApi): Door<SentBytes> => ({
  name: 'http',
  inputs,
  judge: async ({ requests, edits: all, split }) => {
    const text = Object.entries(api.places).reduce(
      (done, [name, value]) => done.replaceAll(name, value),
      requests.join(''),
    );
    const bytes = edited(Buffer.from(text, 'latin1'), all);
    const before = errorsOf(api).length;
    const received = await exchange(api.port, bytes, Math.floor((bytes.length * split) / 1_000_000));
    const logged = errorsOf(api).slice(before);
    const verdict = judgeAnswers(received, requests, all.length > 0);
    return logged.length > 0 ? { ...verdict, problem: `logged ${logged.join()}` } : verdict;
  },
});

function judgeAnswers(received: string, requests: readonly string[], isEdited: boolean): Verdict {
  const methods = requests.map((text) => text.split(' ', 1)[0] ?? '');
  // After an edit it is not known which request a response belongs to, so a HEAD cannot be told from a GET.
  if (isEdited && methods.includes('HEAD')) return { outcome: 'edited HEAD', problem: null };
  const { responses, rest, open } = readResponses(received, methods);
  const outcome = responses.length === 0 ? 'closed' : responses.map(({ status }) => status).join(' ');
  if (rest !== '') return { outcome, problem: `is no response: ${JSON.stringify(rest.slice(0, 300))}` };
  const unended = open ? responses.at(-1) : undefined;
  const isStream = unended?.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (unended !== undefined && !isStream) return { outcome, problem: `the body of ${unended.status} has no end` };
  const problem = responses
    .filter((response) => response !== unended)
    .map((response, index) => responseProblem(response, methods[index] === 'HEAD'))
    .find((one) => one !== null);
  return { outcome, problem: problem ?? null };
}

/** Time without bytes after which a connection is given up, ms: the service waits for the rest of a request. */
const quietMs = 150;
/** A pause of the whole process must not end a connection that is answered right afterwards. */
const firstMs = 2_000;

/** Sends bytes in two packets and returns what came back, latin1. */
function exchange(port: number, bytes: Buffer, split: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    let timer = setTimeout(finish, firstMs);
    const restart = (): void => {
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    };
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      restart();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('connect', () => {
      socket.setNoDelay(true);
      socket.write(bytes.subarray(0, split));
      setImmediate(() => socket.write(bytes.subarray(split), restart));
    });
  });
}
