import type { SchemaSource } from '../../schemas/codec.ts';
import { incompatibleBytes, schemaFault } from '../../schemas/compatibility.ts';
import { committed } from '../../schemas/subjects.ts';
import { RetryableError, UsageError } from '../errors.ts';
import {
  createRegistryHttp,
  type RegistryAnswer,
  type RegistryHttp,
  type RemoteRegistryConnection,
} from './remote-http.ts';

/** A Confluent-compatible registry reached by URL. */
export interface RemoteRegistry extends SchemaSource {
  /** Registers every committed version of every topic, in order. */
  readonly registerCommitted: (prefix: string) => Promise<void>;
}

export interface RemoteRegistryOptions extends RemoteRegistryConnection {
  /** Milliseconds. */
  readonly clock: () => number;
}

const level = 'FULL_TRANSITIVE';

/** How long an unknown id is cached, milliseconds. */
const unknownForMs = 30_000;

/** Capacity of the cache of unknown ids. */
const rememberedIds = 10_000;

/**
 * Schemas of a registry that another team may operate: it looks schemas up first, so a read-only user suffices once all are
 * registered with their level. Errors as of `createRegistryHttp`; UsageError when a subject has another compatibility level
 * or the registry refuses a schema.
 */
export function createRemoteRegistry(options: RemoteRegistryOptions): RemoteRegistry {
  const { url } = options;
  const http = createRegistryHttp(options);
  const texts = new Map<number, string>();
  /** Time of the last request for each unknown id. */
  const unknown = new Map<number, number>();

  const register = async (subject: string, text: string): Promise<number> => {
    const schema = compact(subject, text);
    const id = await idOf(subject, schema);
    await compareWithId(subject, schema, id);
    return id;
  };

  /** Values are written with this id: if it leads to another schema, readers decode them wrongly, or not at all. */
  const compareWithId = async (subject: string, schema: string, id: number): Promise<void> => {
    if (texts.has(id)) {
      if (incompatibleBytes(texts.get(id) ?? '', schema) === null) return;
      throw contradiction(url, subject, id, 'which it also gave for another schema');
    }
    const found = await http.schemaById(id);
    if (found === null) throw contradiction(url, subject, id, 'which it does not know itself');
    const difference = incompatibleBytes(textIn(found, url, id) ?? '', schema);
    if (difference !== null) throw contradiction(url, subject, id, `whose schema is another one: ${difference}`);
    texts.set(id, schema);
  };

  const idOf = async (subject: string, schema: string): Promise<number> => {
    const found = await http.lookUp(subject, schema);
    if (found.kind === 'ok') return idIn(found.body, subject, url);
    if (found.status !== 404) throw refusal(subject, found);
    const levelSet = await ensureLevel(http, subject);
    const registered = await http.register(subject, schema);
    if (registered.kind === 'refused') throw refusal(subject, registered);
    if (!levelSet) await ensureLevel(http, subject);
    return idIn(registered.body, subject, url);
  };

  return {
    register,
    schemaById: async (id) => {
      const text = texts.get(id);
      if (text !== undefined) return text;
      const now = options.clock();
      if (now - (unknown.get(id) ?? Number.NEGATIVE_INFINITY) < unknownForMs) return null;
      const found = await http.schemaById(id);
      const schema = found === null ? null : textIn(found, url, id);
      if (schema === null) {
        if (unknown.size >= rememberedIds) unknown.clear();
        unknown.set(id, now);
        return null;
      }
      unknown.delete(id);
      texts.set(id, schema);
      return schema;
    },
    subjectsOf: (id) => http.subjectsOf(id),
    registerCommitted: async (prefix) => {
      const subjects = new Set<string>();
      for (const { subject, schema } of committed(prefix)) {
        await register(subject, schema);
        subjects.add(subject);
      }
      for (const subject of subjects) await verifyLevel(http, subject);
    },
  };
}

/**
 * The text of an Avro schema; null for a schema of another type. RetryableError when the answer cannot be one: the schema of
 * a registered id is valid, so a gateway answered, or the registry is broken.
 */
function textIn(
  { schema, schemaType = 'AVRO' }: Readonly<Record<string, unknown>>,
  url: string,
  id: number,
): string | null {
  if (schemaType !== 'AVRO') return null;
  if (typeof schema !== 'string') {
    throw new RetryableError(
      `Schema registry ${url}: its answer for schema ${id} has no schema. Check what listens at this address.`,
    );
  }
  const fault = schemaFault(schema);
  if (fault === null) return schema;
  throw new RetryableError(
    `Schema registry ${url}: schema ${id} is not an Avro schema: ${fault}. Check the registry; nothing is read with it.`,
  );
}

const contradiction = (url: string, subject: string, id: number, what: string): UsageError =>
  new UsageError(
    `Schema registry ${url}: for subject ${subject} it gave id ${id}, ${what}. Nothing is written with this id: check the registry, and whether ATTESTRY_SCHEMA_REGISTRY_URL is that of this log.`,
  );

/** Some registries treat a schema with other white space as a new one. */
function compact(subject: string, text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`Subject ${subject}: the schema is not JSON`, { cause: error });
  }
}

/** A subject without a level of its own is accepted if the global level is FULL_TRANSITIVE; then nothing is written. */
async function verifyLevel(http: RegistryHttp, subject: string): Promise<void> {
  if (await hasLevel(http, subject)) return;
  if ((await http.levelOfAll()) === level) return;
  await setLevel(http, subject);
}

/**
 * Ensures that the registry compares every new schema of the subject with all earlier ones. False when the registry sets no
 * level for a subject that does not exist yet.
 */
const ensureLevel = async (http: RegistryHttp, subject: string): Promise<boolean> =>
  (await hasLevel(http, subject)) || (await setLevel(http, subject));

/** False when the subject has no level of its own. Throws UsageError when it has a different one. */
async function hasLevel(http: RegistryHttp, subject: string): Promise<boolean> {
  const found = await http.levelOf(subject);
  if (found.kind === 'ok') {
    const { compatibilityLevel } = found.body;
    if (compatibilityLevel === level) return true;
    throw new UsageError(
      `Subject ${subject} has compatibility ${String(compatibilityLevel)} in the schema registry, not ${level}. Set it for this subject, or use another topic prefix.`,
    );
  }
  if (found.status !== 404) throw refusal(subject, found);
  return false;
}

async function setLevel(http: RegistryHttp, subject: string): Promise<boolean> {
  const set = await http.setLevel(subject, level);
  if (set.kind === 'ok') return true;
  if (set.status === 404) return false;
  throw refusal(subject, set);
}

const refusal = (subject: string, { status, message }: RegistryAnswer & { kind: 'refused' }): UsageError => {
  const remedy =
    status === 409
      ? `The schema is not ${level} compatible with those before it.`
      : status === 405
        ? 'The registry takes no schemas: register them where it gets its own from.'
        : 'The registry refuses the schema.';
  return new UsageError(`Subject ${subject}: ${message} (${status}). ${remedy}`);
};

function idIn({ id }: Readonly<Record<string, unknown>>, subject: string, url: string): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw new RetryableError(
    `Schema registry ${url}: its answer for subject ${subject} has no id. Check what listens at this address.`,
  );
}
