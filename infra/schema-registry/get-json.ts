import { type Agent, get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface JsonAnswer {
  readonly status: number;
  /** Null when the body is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface GetOptions {
  readonly agent: Agent;
  /** `user:password`. */
  readonly auth?: string;
  readonly timeoutMs: number;
}

/** Sends a GET and resolves with status and body for any status. Rejects without a response. */
export async function getJson(url: string, { agent, auth, timeoutMs }: GetOptions): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const get = url.startsWith('https:') ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/vnd.schemaregistry.v1+json, application/json' };
    get(url, { agent, headers, signal, ...(auth === undefined ? {} : { auth }) }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body: objectIn(body) }),
        (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      );
    }).on('error', (error) => {
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs} ms`, { cause: error }) : error);
    });
  });
}

function objectIn(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
