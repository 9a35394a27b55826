/** HTTP client of a key holder. Returns every response; tests check statuses and bodies themselves. */
import type { RunningProcess } from './service.ts';

type ListeningService = Pick<RunningProcess, 'httpUrl'>;

export interface Answer<T = unknown> {
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
export const clientOfB = (service: ListeningService, key: string | null): ApiClient =>
  client(service, key === null ? {} : { authorization: `Bearer ${key}` });

/** A client of interface A, whose Authorization header is the key alone. */
export const clientOfA = (service: ListeningService, key: string): ApiClient => client(service, { authorization: key });

function client(service: ListeningService, headers: Readonly<Record<string, string>>): ApiClient {
  const send = async <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => {
    const response = await fetch(`${service.httpUrl}${path}`, {
      method,
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
