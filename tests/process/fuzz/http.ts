/** HTTP as fuzzed input: bytes on a connection to the API behind its listener. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { reached } from '../../support/reached.ts';
import { errorsOf, type FuzzedApi } from './api.ts';
import type { FuzzedInput, Verdict } from './input.ts';
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

export const httpInput = (api: FuzzedApi): FuzzedInput<SentBytes> => ({
  name: 'http',
  inputs,
  judge: async ({ requests, edits: all, split }) => {
    const text = Object.entries(api.places).reduce(
      (done, [name, value]) => done.replaceAll(name, value),
      requests.join(''),
    );
    const bytes = edited(Buffer.from(text, 'latin1'), all);
    const before = errorsOf(api).length;
    const received = await exchange(api, bytes, Math.floor((bytes.length * split) / 1_000_000));
    const logged = errorsOf(api).slice(before);
    const verdict = judgeAnswers(received, requests, all.length > 0);
    return logged.length > 0 ? { ...verdict, problem: `logged ${logged.join()}` } : verdict;
  },
});

function judgeAnswers(received: string, requests: readonly string[], isEdited: boolean): Verdict {
  const methods = requests.map((text) => text.split(' ', 1)[0] ?? '');
  // After an edit it is unknown which request a response belongs to: of a HEAD or of a GET.
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

/** Sends bytes in two packets and returns what came back, latin1, once the connection has ended or waits for more bytes. */
async function exchange(api: FuzzedApi, bytes: Buffer, split: number): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  let text = '';
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', end);
  socket.on('close', end);
  socket.on('connect', () => {
    socket.setNoDelay(true);
    socket.write(bytes.subarray(0, split), () => socket.write(bytes.subarray(split)));
  });
  await reached('the end of a connection, or its answers', () => {
    if (isOver) return true;
    const other = api.connectionOf(socket.localPort ?? 0);
    return other !== null && other.bytesRead === bytes.length && other.isAnswered && text.length === other.bytesWritten;
  });
  socket.destroy();
  return text;
}
