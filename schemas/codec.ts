import {
  headerBytes,
  magic,
  messageOf,
  parseSchema,
  readerWith,
  resolvingReader,
  schemaIdOf,
  UndecodableValue,
} from './framed-value.ts';
import type avro from 'avsc';
import { currentSchemaOf } from './subjects.ts';
import type { TopicName, ValueOf } from './topics.ts';

/** Source of schema texts: a Confluent-compatible registry, embedded or remote. */
export interface SchemaSource {
  /** Id of a schema under a subject; registers it when it is new and compatible. */
  register: (subject: string, schema: string) => Promise<number>;
  /** Schema text of an id; null for an unknown id, and for a schema that is not Avro. */
  schemaById: (id: number) => Promise<string | null>;
  /** Subjects under which a schema is registered; null where the registry does not report them. */
  subjectsOf?: (id: number) => Promise<readonly string[] | null>;
}

export interface Codec {
  /** Value in Confluent wire format: 0x00, schema id as four bytes big endian, Avro binary. Throws if the value does not fit the schema. */
  encode: <T extends TopicName>(topic: T, value: ValueOf<T>) => Buffer;
  /** Decodes a value of any version with the current schema. Throws UndecodableValue. Call `prepare` with the bytes first. */
  decode: <T extends TopicName>(topic: T, bytes: Buffer) => ValueOf<T>;
  /** Loads the schemas of these values; only unknown ids cost a request. */
  prepare: (values: readonly (Buffer | null)[]) => Promise<void>;
}

/** The current schema of a topic. */
class Writer {
  readonly id: number;
  readonly text: string;
  #type: avro.Type | null = null;
  constructor(id: number, text: string) {
    this.id = id;
    this.text = text;
  }
  /** Built when first used: most threads and commands use a few of the topics, and each type compiles functions. */
  get type(): avro.Type {
    this.#type ??= parseSchema(this.text);
    return this.#type;
  }
}

/** A schema that another version of this program, or another program, wrote with. */
interface KnownSchema {
  readonly type: avro.Type;
  /** Null where the registry does not report them. */
  readonly subjects: readonly string[] | null;
}

/** Largest number of subjects that an error names. */
const mostNamed = 3;

/** How long an unknown id is cached, milliseconds, so that records with such an id do not cost a request each. */
const unknownForMs = 30_000;

/** Values share an allocation, as small buffers do in Node's pool, which is too small for a change of 3.5 kB. */
const slabBytes = 64 * 1024;

/** A new allocation is made when fewer bytes are left; otherwise most values would not fit and be encoded twice. */
const leastBytes = 6 * 1024;

/**
 * A codec over a registry. It registers the current schemas, so the id of each topic is known before the first record.
 * Resolvers are built once per (topic, writer id). `clock` returns milliseconds.
 */
export async function createCodec(
  source: SchemaSource,
  subjects: ReadonlyMap<TopicName, string>,
  clock: () => number,
): Promise<Codec> {
  const writers = new Map<TopicName, Writer>();
  for (const [topic, subject] of subjects) {
    const text = currentSchemaOf(topic);
    writers.set(topic, new Writer(await source.register(subject, text), text));
  }
  const known = new Map<number, KnownSchema>();
  /** Time of the last request for each unknown id. */
  const unknown = new Map<number, number>();
  const readers = new Map<TopicName, Map<number, (bytes: Buffer) => unknown>>();
  let slab = Buffer.allocUnsafeSlow(slabBytes);
  let used = 0;

  const beginSlab = (bytes: number): void => {
    slab = Buffer.allocUnsafeSlow(bytes);
    used = 0;
  };

  const writerOf = (topic: TopicName): Writer => {
    const writer = writers.get(topic);
    if (writer === undefined) throw new Error(`codec was created without topic ${topic}`);
    return writer;
  };

  const readerOf = (topic: TopicName, id: number): ((bytes: Buffer) => unknown) => {
    const ofTopic = readers.get(topic) ?? new Map<number, (bytes: Buffer) => unknown>();
    const cached = ofTopic.get(id);
    if (cached !== undefined) return cached;
    const current = writerOf(topic);
    const reader = id === current.id ? readerWith(current.type) : foreignReader(topic, id, current);
    readers.set(topic, ofTopic.set(id, reader));
    return reader;
  };

  const foreignReader = (topic: TopicName, id: number, current: Writer): ((bytes: Buffer) => unknown) => {
    const [other] = [...writers].find(([, writer]) => writer.id === id) ?? [];
    if (other !== undefined) throw new UndecodableValue(`schema ${id} is that of ${other}, not of ${topic}`, id);
    const { type, subjects: under } = known.get(id) ?? { type: undefined, subjects: null };
    const subject = subjects.get(topic) ?? '';
    if (under !== null && !under.includes(subject)) {
      const named = under.slice(0, mostNamed).join(', ');
      throw new UndecodableValue(`schema ${id} is registered under ${named || 'no subject'}, not under ${subject}`, id);
    }
    return resolvingReader(current.type, type, topic, id);
  };

  return {
    encode: (topic, value) => {
      const { id, type } = writerOf(topic);
      if (slab.length - used < leastBytes) beginSlab(slabBytes);
      let end = type.encode(value, slab, used + headerBytes);
      if (end < 0) {
        const missing = slab.length - used - end;
        beginSlab(Math.max(slabBytes, missing));
        end = type.encode(value, slab, headerBytes);
      }
      const start = used;
      slab[start] = magic;
      slab.writeInt32BE(id, start + 1);
      used = end;
      return slab.subarray(start, end);
    },
    decode: <T extends TopicName>(topic: T, bytes: Buffer) => {
      const id = schemaIdOf(bytes);
      if (id === null)
        throw new UndecodableValue('the value does not start with the Confluent magic byte and schema id', null);
      const read = readerOf(topic, id);
      try {
        return read(bytes) as ValueOf<T>;
      } catch (error) {
        throw new UndecodableValue(`the value does not fit schema ${id}: ${messageOf(error)}`, id);
      }
    },
    prepare: async (values) => {
      const own = new Set([...writers.values()].map((writer) => writer.id));
      const missing = new Set<number>();
      for (const value of values) {
        const id = value === null ? null : schemaIdOf(value);
        // Registries assign ids from 1 on.
        if (id === null || id < 1 || own.has(id) || known.has(id)) continue;
        const askedAt = unknown.get(id);
        if (askedAt === undefined || clock() - askedAt >= unknownForMs) missing.add(id);
      }
      for (const id of missing) {
        const text = await source.schemaById(id);
        if (text === null) {
          unknown.set(id, clock());
          continue;
        }
        known.set(id, { type: parseSchema(text), subjects: (await source.subjectsOf?.(id)) ?? null });
        unknown.delete(id);
      }
    },
  };
}
