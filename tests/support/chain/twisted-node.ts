/** A server before a real node, which can answer otherwise: a node that is behind, broken, or lies. */
import { Agent, createServer, request as startRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProvider, type RpcProvider } from '../../../infra/rpc/provider.ts';

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a twist returns for a request that the node answers with an error. */
export class NodeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Changes the result of a message; undefined leaves it as it is. */
type Twist = (message: Message, result: unknown) => unknown;

export interface TwistedNode {
  readonly url: string;
  /** The provider as the program makes it, with short delays. */
  readonly provider: RpcProvider;
  /** Results are passed through it. */
  twist: Twist;
  /** Changes a list of answers as a whole, which are in the order of the messages. */
  shuffle: (answers: readonly RpcAnswer[], messages: readonly Message[]) => readonly RpcAnswer[];
  /** Is awaited before the node is asked. */
  hold: (messages: readonly Message[]) => Promise<void>;
  /** Answers in place of the node; null: the node answers. */
  respond: ((response: ServerResponse, messages: readonly Message[]) => void) | null;
  /** Methods that were asked for, since the last reset of the list. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Longer than any test. */
const noLimitMs = 600_000;

/** A provider as the program makes it, with short delays. Only a node that never answers is given a limit. */
export const testProvider = (label: string, url: string, totalTimeoutMs = noLimitMs): RpcProvider =>
  createProvider({
    label,
    url,
    rate: null,
    clock: () => 0,
    userAgent: 'attestry-test',
    limits: { totalTimeoutMs },
    delays: { firstRetryMs: 5, longestRetryMs: 10 },
  });

export async function twistNode(url: string, label: string): Promise<TwistedNode> {
  const asked: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const sent = JSON.parse(body) as Message | readonly Message[];
      const messages = 'id' in sent ? [sent] : sent;
      asked.push(...messages.map(({ method }) => method));
      const { respond } = node;
      if (respond !== null) {
        respond(response, messages);
        return;
      }
      const pass = async (): Promise<void> => {
        await node.hold(messages);
        const answer = await ask(agent, url, body);
        const answers = ('id' in answer ? [answer] : answer).map((one) => twisted(node.twist, messages, one));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify('id' in sent ? answers[0] : node.shuffle(answers, messages)));
      };
      pass().catch((error: unknown) => response.destroy(error as Error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = testProvider(label, own);
  const node: TwistedNode = {
    url: own,
    provider,
    twist: () => undefined,
    shuffle: (answers) => answers,
    hold: () => Promise.resolve(),
    respond: null,
    asked,
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return node;
}

/** The answer of the node itself. */
function ask(agent: Agent, url: string, body: string): Promise<RpcAnswer | readonly RpcAnswer[]> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = startRequest(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcAnswer | readonly RpcAnswer[]);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

function twisted(twist: Twist, messages: readonly Message[], answer: RpcAnswer): RpcAnswer {
  const message = messages.find(({ id }) => id === answer.id);
  if (message === undefined || !('result' in answer)) return answer;
  const other = twist(message, answer.result);
  if (other instanceof NodeError) return { id: answer.id, error: { code: other.code, message: other.message } };
  return other === undefined ? answer : { ...answer, result: other };
}
