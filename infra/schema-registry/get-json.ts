import { type Agent, get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { parseJsonWithin } from '../../schemas/values/json-size.ts';
import { createDeadline } from '../fetch/deadline.ts';
import { responseHead } from '../fetch/response-head.ts';
import { largestAnswerBytes } from './limit-answer.ts';

export interface JsonAnswer {
  readonly status: number;
  /** Null when the body is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Null when the body is not a JSON array. */
  readonly list: readonly unknown[] | null;
}

export interface GetOptions {
  readonly agent: Agent;
  /** `user:password`. */
  readonly auth?: string;
  readonly timeoutMs: number;
}

/** Sends a GET and resolves with status and body for any status. Rejects without a response, at the latest after `timeoutMs`. */
export async function getJson(url: string, { agent, auth, timeoutMs }: GetOptions): Promise<JsonAnswer> {
  const deadline = createDeadline(timeoutMs);
  const get = url.startsWith('https:') ? getHttps : getHttp;
  const headers = { Accept: 'application/vnd.schemaregistry.v1+json, application/json' };
  try {
    return await deadline.within(async () => {
      const sent = get(url, { agent, headers, ...(auth === undefined ? {} : { auth }) });
      const response = await responseHead(sent, deadline.signal);
      const text = await textOf(response);
      return { status: response.statusCode ?? 0, ...jsonIn(text) };
    });
  } catch (error) {
    throw deadline.hasPassed() ? new Error(`no answer within ${timeoutMs} ms`, { cause: error }) : error;
  } finally {
    deadline.end();
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestAnswerBytes) throw new Error(`the answer is larger than ${largestAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The largest schema is one text. */
const jsonLimits = { parts: 20_000, depth: 64 };

function jsonIn(json: string): Pick<JsonAnswer, 'body' | 'list'> {
  try {
    const value = parseJsonWithin(json, jsonLimits);
    if (Array.isArray(value)) return { body: null, list: value };
    return {
      body: typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null,
      list: null,
    };
  } catch {
    return { body: null, list: null };
  }
}
