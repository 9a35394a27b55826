/** HTTP client of a key holder. Returns every response; tests check statuses and bodies themselves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningProcess } from './service.ts';

type Listening = Pick<RunningProcess, 'httpUrl'>;

interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; null if the response has none. */
  readonly body: T;
}

export interface ApiClient {
  readonly get: <T>(path: string) => Promise<Answer<T>>;
  readonly post: <T>(path: string, body: unknown) => Promise<Answer<T>>;
  readonly patch: <T>(path: string, body: unknown) => Promise<Answer<T>>;
  readonly remove: <T>(path: string) => Promise<Answer<T>>;
}

/** A client of interface B. With `key` null it sends no Authorization header. */
export const clientOfB = (service: Listening, key: string | null): ApiClient =>
  client(service, key === null ? {} : { authorization: `Bearer ${key}` });

/** A client of interface A, whose Authorization header is the key alone. */
export const clientOfA = (service: Listening, key: string): ApiClient => client(service, { authorization: key });

/** Most time that a test waits for one response, ms: a request without one fails with its address. */
const responseLimitMs = 120_000;
const mostRepeats = 60;

/**
 * Repeats a request while the service or its tables answer too late, as on a machine with much other work. What a refused
 * request asked for may have been done: then the repeated one finds it done.
 */
export function patient(client: ApiClient): ApiClient {
  const repeat = async <T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    let answer = await send();
    for (let count = 0; answer.status >= 502 && count < mostRepeats; count += 1) {
      await pause(500);
      answer = await send();
    }
    return answer;
  };
  return {
    get: (path) => repeat(() => client.get(path)),
    post: (path, body) => repeat(() => client.post(path, body)),
    patch: (path, body) => repeat(() => client.patch(path, body)),
    remove: (path) => repeat(() => client.remove(path)),
  };
}

function client(service: Listening, headers: Readonly<Record<string, string>>): ApiClient {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await fetch(`${service.httpUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(responseLimitMs),
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? null : JSON.parse(text)) as T,
    };
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    remove: (path) => send('DELETE', path),
  };
}
