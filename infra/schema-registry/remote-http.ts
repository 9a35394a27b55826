import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { certificateRemedy } from '../certificate-remedy.ts';
import { RetryableError, UsageError } from '../errors.ts';
import { getJson, type JsonAnswer } from './get-json.ts';

export interface RemoteRegistryConnection {
  /** Base URL of a Confluent-compatible API, with a path where it has one. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM certificates that are trusted instead of the system's. */
  readonly ca?: string;
  /** Longest that one request may take, milliseconds. */
  readonly timeoutMs?: number;
}

/** A request's outcome: `refused` for an answer of 4xx other than 401, 403 and those that say to come again. */
export type RegistryAnswer =
  | { readonly kind: 'ok'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

/** The requests that are made of a registry. Throws RetryableError when it cannot be reached, UsageError when it does not let us. */
export interface RegistryHttp {
  /** What is stored under an id. Null only when the registry itself says that it has no such id. */
  readonly schemaById: (id: number) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly lookUp: (subject: string, schema: string) => Promise<RegistryAnswer>;
  readonly register: (subject: string, schema: string) => Promise<RegistryAnswer>;
  readonly levelOf: (subject: string) => Promise<RegistryAnswer>;
  /** Level of subjects that have none of their own; null when the registry does not tell. */
  readonly levelOfAll: () => Promise<unknown>;
  readonly setLevel: (subject: string, compatibility: string) => Promise<RegistryAnswer>;
}

const defaultTimeoutMs = 10_000;

/** How the client answers when nothing came back: as if the registry had said so. */
const noAnswer = 400;

/** Too late, too many: neither says anything about the request. */
const comeAgain: ReadonlySet<number> = new Set([408, 425, 429]);

/** Confluent's code for an id that there is not. A gateway before the registry answers 404 as well, without it. */
const unknownSchema = 40_403;

type Call = (request: object) => Promise<{ readonly data: () => unknown }>;

/** The client's requests, which it keeps to itself: its own functions fill a cache that we have no use for. */
interface ClientApi {
  readonly Subject: {
    readonly registered: Call;
    readonly register: Call;
    readonly config: Call;
    readonly updateConfig: Call;
  };
}

/**
 * HTTP through the Kafka client's registry library, but for what is told by the code in an answer that is no 2xx: of those
 * the library gives the message alone. Its `retry` option is left alone: it is merged into the defaults of
 * every instance of the process.
 */
export function createRegistryHttp(connection: RemoteRegistryConnection): RegistryHttp {
  const { url, username, password, ca, timeoutMs = defaultTimeoutMs } = connection;
  const agent = url.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) })
    : new HttpAgent({ keepAlive: true });
  const auth = username === undefined ? {} : { auth: { username, password: password ?? '' } };
  const client: unknown = new SchemaRegistry({ host: url, agent, ...auth });
  const { api } = client as { readonly api: ClientApi };
  const ask = (work: Promise<{ readonly data: () => unknown }>): Promise<RegistryAnswer> =>
    answerOf(within(work, timeoutMs), url);
  const login = username === undefined ? {} : { auth: `${username}:${password ?? ''}` };
  const get = (path: string): Promise<JsonAnswer> =>
    getJson(`${url.replace(/\/+$/, '')}${path}`, { agent, timeoutMs, ...login }).catch((error: unknown) => {
      throw notReached(url, error);
    });
  return {
    schemaById: async (id) => schemaIn(await get(`/schemas/ids/${id}`), url, id),
    lookUp: (subject, schema) => ask(api.Subject.registered({ subject, body: { schema } })),
    register: (subject, schema) => ask(api.Subject.register({ subject, body: { schema } })),
    levelOf: (subject) => ask(api.Subject.config({ subject })),
    levelOfAll: async () => (await get('/config')).body?.['compatibilityLevel'] ?? null,
    setLevel: (subject, compatibility) => ask(api.Subject.updateConfig({ subject, body: { compatibility } })),
  };
}

function schemaIn({ status, body }: JsonAnswer, url: string, id: number): Readonly<Record<string, unknown>> | null {
  if (status === 200 && body !== null) return body;
  if (status === 404 && body?.['error_code'] === unknownSchema) return null;
  const told = body?.['message'];
  const message = `it answers ${status} for schema ${id}${typeof told === 'string' ? `: ${told}` : ''}`;
  throw status === 401 || status === 403
    ? notAllowed(url, new Error(message))
    : new RetryableError(`Schema registry ${url}: ${message}`);
}

async function answerOf(work: Promise<{ readonly data: () => unknown }>, url: string): Promise<RegistryAnswer> {
  try {
    const body = (await work).data();
    if (typeof body === 'object' && body !== null) return { kind: 'ok', body: body as Record<string, unknown> };
  } catch (error) {
    const { status } = error as { readonly status?: unknown };
    if (status === 401 || status === 403) throw notAllowed(url, error);
    if (typeof status !== 'number' || status <= noAnswer || status >= 500 || comeAgain.has(status)) {
      throw notReached(url, error);
    }
    return { kind: 'refused', status, message: messageOf(error) };
  }
  throw new RetryableError(`Schema registry ${url}: the answer is no JSON object`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const notReached = (url: string, error: unknown): RetryableError => {
  // The client words what never arrived as an answer.
  const message = messageOf(error).replace(`Confluent_Schema_Registry - Error, status ${noAnswer}: `, '');
  const remedy = certificateRemedy(message, 'ATTESTRY_SCHEMA_REGISTRY_CA_FILE');
  return new RetryableError(`Schema registry ${url} cannot be reached: ${message}${remedy}`, { cause: error });
};

const notAllowed = (url: string, error: unknown): UsageError =>
  new UsageError(`Schema registry ${url}: ${messageOf(error)}. Check user name, password and rights.`, {
    cause: error,
  });

/** The client waits for ever for an answer that does not come. */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
