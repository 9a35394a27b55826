/** Random records of a topic, generated from its Avro schema, then encoded and decoded. */
import avro from 'avsc';
import fc from 'fast-check';
import { currentSchemaOf } from '../../schemas/subjects.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';
import { anyCharacter } from './any-character.ts';

export type AvroSchema = string | readonly AvroSchema[] | AvroNode;

export interface AvroNode {
  readonly type: string;
  readonly name?: string;
  readonly logicalType?: string;
  readonly doc?: string;
  readonly items?: AvroSchema;
  readonly values?: AvroSchema;
  readonly fields?: readonly AvroField[];
}

export interface AvroField {
  readonly name: string;
  readonly type: AvroSchema;
  readonly doc: string;
}

/** First and last timestamp that a table column can store. */
const storableTimes = { min: Date.UTC(1900, 0, 1), max: Date.UTC(2300, 0, 1) - 1 } as const;

export const schemaOf = (topic: TopicName): AvroNode => JSON.parse(currentSchemaOf(topic)) as AvroNode;

export const fieldsOf = (node: AvroNode): readonly AvroField[] => node.fields ?? [];

/** Records as a consumer decodes them. Integers are not negative; texts contain any character. */
export function recordsOf<T extends TopicName>(topic: T): fc.Arbitrary<ValueOf<T>> {
  const type = avro.Type.forSchema(JSON.parse(currentSchemaOf(topic)) as avro.Schema);
  const named = new Map<string, fc.Arbitrary<unknown>>();
  return arbitraryOf(schemaOf(topic), named).map((value) => type.fromBuffer(type.toBuffer(value)) as ValueOf<T>);
}

/** Largest long that avsc accepts as exact. */
const largestLong = 2 ** 53 - 2;

const text = fc.string({ unit: anyCharacter, maxLength: 12 });
const memberName = text.filter((name) => name !== '__proto__');

function arbitraryOf(schema: AvroSchema, named: Map<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  if (typeof schema === 'string') return named.get(schema) ?? primitive(schema);
  if (isUnion(schema)) return fc.oneof(...schema.map((branch) => arbitraryOf(branch, named)));
  if (schema.logicalType === 'timestamp-millis') return fc.integer(storableTimes);
  switch (schema.type) {
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? 'null', named), { maxLength: 3 });
    case 'map':
      return fc.dictionary(memberName, arbitraryOf(schema.values ?? 'null', named), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'record': {
      const model = Object.fromEntries(fieldsOf(schema).map((field) => [field.name, arbitraryOf(field.type, named)]));
      const record = fc.record(model, { noNullPrototype: true });
      if (schema.name !== undefined) named.set(schema.name, record);
      return record;
    }
    default:
      return primitive(schema.type);
  }
}

const isUnion = (schema: AvroSchema): schema is readonly AvroSchema[] => Array.isArray(schema);

function primitive(type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'int':
      return fc.nat();
    case 'long':
      return fc.integer({ min: 0, max: largestLong });
    case 'double':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'bytes':
      return fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes));
    case 'string':
      return text;
    default:
      throw new Error(`no generator for Avro type ${type}`);
  }
}
