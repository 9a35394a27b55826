import type { SchemaSource } from '../../schemas/codec.ts';
import { committed } from '../../schemas/subjects.ts';
import { UsageError } from '../errors.ts';
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
  const http = createRegistryHttp(options);
  const texts = new Map<number, string>();
  /** Time of the last request for each unknown id. */
  const unknown = new Map<number, number>();

  const register = async (subject: string, text: string): Promise<number> => {
    const schema = compact(subject, text);
    const found = await http.lookUp(subject, schema);
    if (found.kind === 'ok') return idIn(found.body, subject);
    if (found.status !== 404) throw refusal(subject, found);
    const levelSet = await ensureLevel(http, subject);
    const registered = await http.register(subject, schema);
    if (registered.kind === 'refused') throw refusal(subject, registered);
    if (!levelSet) await ensureLevel(http, subject);
    return idIn(registered.body, subject);
  };

  return {
    register,
    schemaById: async (id) => {
      const text = texts.get(id);
      if (text !== undefined) return text;
      const now = options.clock();
      if (now - (unknown.get(id) ?? Number.NEGATIVE_INFINITY) < unknownForMs) return null;
      const found = await http.schemaById(id);
      const { schema, schemaType = 'AVRO' } = found ?? {};
      if (typeof schema !== 'string' || schemaType !== 'AVRO') {
        if (unknown.size >= rememberedIds) unknown.clear();
        unknown.set(id, now);
        return null;
      }
      unknown.delete(id);
      texts.set(id, schema);
      return schema;
    },
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

function idIn(body: Readonly<Record<string, unknown>>, subject: string): number {
  const { id } = body;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new Error(`Subject ${subject}: the schema registry returned no id`);
}
