import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { isRecord } from '../../../schemas/values/is-record.ts';

/** Fields of the records of a topic's schemas, by which a JSON text of an earlier schema is compared. */
export interface RecordTypes {
  /** Fields of the current version, with their defaults; by record name. */
  readonly current: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** Names of the fields of all versions; by record name. */
  readonly ever: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Stands for the default of a field that has none. */
const noDefault = Symbol('no default');

/** The record types of the versions of a schema, oldest first. */
export function recordTypesOf(versions: readonly string[]): RecordTypes {
  const current = new Map<string, ReadonlyMap<string, unknown>>();
  const ever = new Map<string, Set<string>>();
  for (const [index, text] of versions.entries()) {
    for (const { name, fields } of recordsIn(JSON.parse(text))) {
      const names = ever.get(name) ?? new Set();
      ever.set(name, names);
      for (const field of fields) names.add(field.name);
      if (index < versions.length - 1) continue;
      current.set(name, new Map(fields.map((field) => [field.name, 'default' in field ? field.default : noDefault])));
    }
  }
  return { current, ever };
}

/**
 * Whether a cell of a table is what the log implies. A JSON text in it may have been written by an earlier schema: a field that
 * it lacks has its default, and one that the schema no longer has does not count.
 */
export function isSameCell(types: RecordTypes, stored: unknown, wanted: unknown): boolean {
  if (stored === wanted || canonicalJson(stored) === canonicalJson(wanted)) return true;
  if (typeof stored !== 'string' || typeof wanted !== 'string') return false;
  const [was, is] = [structureIn(stored), structureIn(wanted)];
  return was !== null && is !== null && isSame(types, was, is);
}

function isSame(types: RecordTypes, stored: unknown, wanted: unknown): boolean {
  if (Array.isArray(stored) && Array.isArray(wanted)) {
    return stored.length === wanted.length && wanted.every((one, index) => isSame(types, stored[index], one));
  }
  if (!isRecord(stored) || !isRecord(wanted)) return canonicalJson(stored) === canonicalJson(wanted);
  const [name = '', fields = new Map<string, unknown>()] =
    [...types.current].find(([, of]) => isKeysOf(of, wanted)) ?? [];
  const isMemberSame = (member: string): boolean => {
    if (Object.hasOwn(stored, member)) return isSame(types, stored[member], wanted[member]);
    const value = fields.has(member) ? fields.get(member) : noDefault;
    return value !== noDefault && isSame(types, value, wanted[member]);
  };
  const isKnown = (member: string): boolean =>
    Object.hasOwn(wanted, member) || types.ever.get(name)?.has(member) === true;
  return Object.keys(wanted).every(isMemberSame) && Object.keys(stored).every(isKnown);
}

/** A decoded record has all of its fields, so its members reveal its type. */
const isKeysOf = (fields: ReadonlyMap<string, unknown>, value: object): boolean => {
  const members = Object.keys(value);
  return members.length === fields.size && members.every((member) => fields.has(member));
};

function structureIn(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface RecordSchema {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: unknown; readonly default?: unknown }[];
}

function* recordsIn(schema: unknown): Generator<RecordSchema> {
  if (Array.isArray(schema)) {
    for (const one of schema) yield* recordsIn(one);
  } else if (isRecord(schema)) {
    if (schema['type'] === 'record') {
      const record = schema as unknown as RecordSchema;
      yield record;
      for (const { type } of record.fields) yield* recordsIn(type);
    } else for (const inner of ['type', 'items', 'values']) yield* recordsIn(schema[inner]);
  }
}
