import type { SchemaSource } from '../../schemas/codec.ts';
import { incompatibilities, schemaFault } from '../../schemas/compatibility.ts';
import { committed } from '../../schemas/subjects.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import { UsageError } from '../errors.ts';
import type { Environment } from '../log/lmdb/environment.ts';

/** A schema under a subject. */
export interface RegisteredSchema {
  readonly subject: string;
  /** Counts from 1 within the subject. */
  readonly version: number;
  readonly id: number;
  /** Avro schema, as registered. */
  readonly schema: string;
}

/** A Confluent-compatible registry in the log's data environment: ids from 1, subjects with versions, FULL_TRANSITIVE. */
export interface EmbeddedRegistry extends SchemaSource {
  /** Registers every committed version of every topic, in order. */
  readonly registerCommitted: (prefix: string) => Promise<void>;
  readonly subjects: () => readonly string[];
  /** Versions of a subject, oldest first; empty for an unknown subject. */
  readonly versions: (subject: string) => readonly RegisteredSchema[];
  /** Subjects and versions that use a schema. */
  readonly usesOf: (id: number) => readonly RegisteredSchema[];
}

interface StoredVersion {
  readonly version: number;
  readonly id: number;
  /** Hash of the canonical text: equal for a schema in any formatting. */
  readonly hash: string;
}

/** Hash of an Avro schema's canonical text. */
export const schemaHash = (schema: string): string => sha256Hex(canonicalJson(JSON.parse(schema)));

export function createEmbeddedRegistry(environment: Environment): EmbeddedRegistry {
  const { schemas } = environment;
  const storedVersions = (subject: string): readonly StoredVersion[] =>
    (schemas.get(['subject', subject]) ?? []) as readonly StoredVersion[];
  const textOf = (id: number): string | null => (schemas.get(['id', id]) ?? null) as string | null;

  const versions = (subject: string): readonly RegisteredSchema[] => {
    environment.refresh();
    return storedVersions(subject).map(({ version, id }) => ({ subject, version, id, schema: textOf(id) ?? '' }));
  };
  const subjects = (): readonly string[] => {
    environment.refresh();
    const names: string[] = [];
    for (const { key } of schemas.getRange({ start: ['subject'] })) {
      const [kind, name] = key as readonly string[];
      if (kind !== 'subject' || name === undefined) break;
      names.push(name);
    }
    return names;
  };

  /** Returns the id, or null when another version was added since `known` was read. */
  const add = (subject: string, schema: string, hash: string, known: number): number | null => {
    const before = storedVersions(subject);
    if (before.length !== known) return null;
    let id = schemas.get(['hash', hash]) as number | undefined;
    if (id === undefined) {
      id = ((schemas.get(['last id']) ?? 0) as number) + 1;
      schemas.putSync(['last id'], id);
      schemas.putSync(['hash', hash], id);
      schemas.putSync(['id', id], schema);
    }
    schemas.putSync(['subject', subject], [...before, { version: known + 1, id, hash }]);
    return id;
  };

  const register = async (subject: string, schema: string): Promise<number> => {
    const written = versions(subject).find((one) => one.schema === schema);
    if (written !== undefined) return written.id;
    const fault = schemaFault(schema);
    if (fault !== null) throw new UsageError(`Subject ${subject}: not an Avro schema: ${fault}`);
    const hash = schemaHash(schema);
    for (;;) {
      environment.refresh();
      const known = storedVersions(subject);
      const same = known.find((one) => one.hash === hash);
      if (same !== undefined) return same.id;
      if (environment.readOnly)
        throw new UsageError(`Subject ${subject} lacks a schema and the registry is read-only.`);
      const against = versions(subject).map((one) => one.schema);
      const problems = against.length === 0 ? [] : incompatibilities(against, schema);
      if (problems.length > 0) {
        throw new UsageError(
          `Subject ${subject}: the schema is not FULL_TRANSITIVE compatible: ${problems.join('; ')}`,
        );
      }
      const id = await environment.transaction(() => add(subject, schema, hash, known.length));
      if (id !== null) return id;
    }
  };

  return {
    register,
    schemaById: async (id) => {
      environment.refresh();
      return textOf(id);
    },
    registerCommitted: async (prefix) => {
      for (const { subject, schema } of committed(prefix)) await register(subject, schema);
    },
    subjects,
    versions,
    usesOf: (id) => subjects().flatMap((subject) => versions(subject).filter((one) => one.id === id)),
  };
}
