import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { SchemaRegistry } from '@kafkajs/confluent-schema-registry';
import { certificateRemedy } from '../http/certificate-remedy.ts';
import { RetryableError, UsageError } from '../errors.ts';
import { getJson, type JsonAnswer } from './get-json.ts';
import { limitAnswer } from './limit-answer.ts';

export interface RemoteRegistryConnection {
  /** Base URL of a Confluent-compatible API, including its path. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM certificates that are trusted instead of the system's. */
  readonly ca?: string;
  /** Limit of one request, milliseconds. */
  readonly timeoutMs?: number;
}

/** Outcome of a request. `refused` is a 4xx status other than 401, 403 and the retryable ones (408, 425, 429). */
export type RegistryAnswer =
  | { readonly kind: 'ok'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

/** Requests to a registry. RetryableError when it cannot be reached, UsageError when it denies access. */
export interface RegistryHttp {
  /** The registration of an id. Null only when the registry itself reports an unknown id. */
  readonly schemaById: (id: number) => Promise<Readonly<Record<string, unknown>> | null>;
  /** Subjects of a schema; null when the registry does not report them. */
  readonly subjectsOf: (id: number) => Promise<readonly string[] | null>;
  readonly lookUp: (subject: string, schema: string) => Promise<RegistryAnswer>;
  readonly register: (subject: string, schema: string) => Promise<RegistryAnswer>;
  readonly levelOf: (subject: string) => Promise<RegistryAnswer>;
  /** Global compatibility level; null when the registry does not report it. */
  readonly levelOfAll: () => Promise<unknown>;
  readonly setLevel: (subject: string, compatibility: string) => Promise<RegistryAnswer>;
}

const defaultTimeoutMs = 10_000;

/** The client library reports a missing response with this status, as if the registry had sent it. */
const noAnswer = 400;

/** Request timeout, too early, too many requests: the same request may succeed later. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Confluent's code for an unknown id. A gateway in front of the registry also answers 404, but without this code. */
const unknownSchema = 40_403;

type Call = (request: object) => Promise<{ readonly data: () => unknown }>;

/** The client library's private requests. Its public functions fill a cache that is not needed here. */
interface ClientApi {
  readonly Subject: {
    readonly registered: Call;
    readonly register: Call;
    readonly config: Call;
    readonly updateConfig: Call;
  };
}

/**
 * HTTP through the Kafka client's registry library, except for requests whose error code matters: of an error response the
 * library returns only the message. Its `retry` option is not set, because it would change the defaults of every instance in
 * the process.
 */
export function createRegistryHttp(connection: RemoteRegistryConnection): RegistryHttp {
  const { url, username, password, ca, timeoutMs = defaultTimeoutMs } = connection;
  const agent = url.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) })
    : new HttpAgent({ keepAlive: true });
  const auth = username === undefined ? {} : { auth: { username, password: password ?? '' } };
  const client: unknown = new SchemaRegistry({ host: url, agent, ...auth });
  const { api } = client as { readonly api: ClientApi };
  const send = (work: Promise<{ readonly data: () => unknown }>): Promise<RegistryAnswer> =>
    answerOf(limitAnswer(work, { agent, timeoutMs }), url);
  const login = username === undefined ? {} : { auth: `${username}:${password ?? ''}` };
  const get = (path: string): Promise<JsonAnswer> =>
    getJson(`${url.replace(/(?<!\/)\/+$/, '')}${path}`, { agent, timeoutMs, ...login }).catch((error: unknown) => {
      throw notReached(url, error);
    });
  return {
    schemaById: async (id) => schemaIn(await get(`/schemas/ids/${id}`), url, id),
    subjectsOf: async (id) => {
      const { status, list } = await get(`/schemas/ids/${id}/subjects`);
      if (status === 404 || status === 405) return null;
      if (status === 200 && list?.every((name) => typeof name === 'string') === true) return list;
      throw new RetryableError(`Schema registry ${url}: it answers ${status} for the subjects of schema ${id}`);
    },
    lookUp: (subject, schema) => send(api.Subject.registered({ subject, body: { schema } })),
    register: (subject, schema) => send(api.Subject.register({ subject, body: { schema } })),
    levelOf: (subject) => send(api.Subject.config({ subject })),
    levelOfAll: async () => (await get('/config')).body?.['compatibilityLevel'] ?? null,
    setLevel: (subject, compatibility) => send(api.Subject.updateConfig({ subject, body: { compatibility } })),
  };
}

function schemaIn({ status, body }: JsonAnswer, url: string, id: number): Readonly<Record<string, unknown>> | null {
  if (status === 200 && body !== null) return body;
  if (status === 404 && body?.['error_code'] === unknownSchema) return null;
  const reason = body?.['message'];
  const message = `it answers ${status} for schema ${id}${typeof reason === 'string' ? `: ${reason}` : ''}`;
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
    if (typeof status !== 'number' || status <= noAnswer || status >= 500 || retryableStatuses.has(status)) {
      throw notReached(url, error);
    }
    return { kind: 'refused', status, message: messageOf(error) };
  }
  throw new RetryableError(`Schema registry ${url}: the answer is no JSON object`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const notReached = (url: string, error: unknown): RetryableError => {
  // The client library words a missing response as an error status.
  const message = messageOf(error).replace(`Confluent_Schema_Registry - Error, status ${noAnswer}: `, '');
  const remedy = certificateRemedy(message, 'ATTESTRY_SCHEMA_REGISTRY_CA_FILE');
  return new RetryableError(`Schema registry ${url} cannot be reached: ${message}${remedy}`, { cause: error });
};

const notAllowed = (url: string, error: unknown): UsageError =>
  new UsageError(`Schema registry ${url}: ${messageOf(error)}. Check user name, password and rights.`, {
    cause: error,
  });
