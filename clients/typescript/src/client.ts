import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** Types of bodies by their names in the description, such as `Schemas['ChangeFeed']`. */
export type Schemas = components['schemas'];

type MonitoringPaths = Pick<paths, Extract<keyof paths, `/me/${string}`>>;
type RegistryPaths = Omit<paths, keyof MonitoringPaths>;

export interface Options {
  /** Base of interface A, such as `https://registry.example`. */
  readonly baseUrl: string;
  /** Base of interface B; that of interface A by default. */
  readonly explorerUrl?: string;
  readonly key: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

export interface Attestry {
  /** Interface A and the paths without a key. */
  readonly registry: Client<RegistryPaths>;
  /** Interface B. */
  readonly monitoring: Client<MonitoringPaths>;
  /** The first answer of a list, then those that its `Link: rel="next"` leads to. Throws on any status but 200. */
  readonly pages: <T>(first: { readonly data?: T; readonly response: Response }) => AsyncGenerator<T>;
}

/** Longest wait that a service may require, milliseconds; a longer one is the caller's to decide. */
const longestWaitMs = 120_000;
const mostTries = 4;

/** Sends the key as each interface wants it, waits as `Retry-After` states, and follows pages. */
export function createAttestry(options: Options): Attestry {
  const { baseUrl, explorerUrl = baseUrl, key, fetch: send = (request) => fetch(request) } = options;
  const { sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = options;
  const patient = async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(request.clone());
      const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
      // After a 502 a write may have taken effect; after 429 and 503 nothing was done.
      const mayRepeat = [429, 503].includes(response.status) || (response.status === 502 && request.method === 'GET');
      if (!mayRepeat || attempt === mostTries || !(waitMs <= longestWaitMs)) return response;
      await response.body?.cancel();
      await sleep(waitMs);
    }
  };
  const monitoringHeaders = { Authorization: `Bearer ${key}` };
  const registryHeaders = { Authorization: key };
  return {
    registry: createClient<RegistryPaths>({ baseUrl, headers: registryHeaders, fetch: patient }),
    monitoring: createClient<MonitoringPaths>({ baseUrl: explorerUrl, headers: monitoringHeaders, fetch: patient }),
    pages: async function* <T>(first: { readonly data?: T; readonly response: Response }): AsyncGenerator<T> {
      for (let [body, response] = [first.data, first.response]; ; ) {
        if (body === undefined) throw new Error(`${response.url} answered ${response.status}`);
        yield body;
        const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
        if (next === undefined) return;
        const url = new URL(next, response.url);
        // The key goes to no host that the caller has not named.
        const bearer = url.pathname.startsWith('/me/');
        if (url.origin !== new URL(bearer ? explorerUrl : baseUrl).origin)
          throw new Error(`${url.origin} is another host`);
        response = await patient(new Request(url, { headers: bearer ? monitoringHeaders : registryHeaders }));
        body = response.ok ? ((await response.json()) as T) : undefined;
      }
    },
  };
}
