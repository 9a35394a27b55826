/** Building blocks of the JSON Schemas (2020-12) that declare requests and responses. */
import { termsOf, type VocabularyName } from '../../schemas/vocabulary.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, JsonSchema>>;

/** An object with these members and no others. */
export const closedObject = (required: Members, optional: Members = {}): JsonSchema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

export const arrayOf = (items: JsonSchema, limits: { readonly maxItems?: number } = {}): JsonSchema => ({
  type: 'array',
  items,
  ...limits,
});

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

export const constant = (value: string | number | boolean): JsonSchema => ({ const: value });

/** A closed set of strings. */
export const oneOf = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });

const vocabularies = new WeakMap<JsonSchema, VocabularyName>();

/** A term of a published vocabulary. */
export function term(name: VocabularyName): JsonSchema {
  const schema = { type: 'string', enum: termsOf(name) };
  vocabularies.set(schema, name);
  return schema;
}

/** The vocabulary of a schema that `term` created; null for any other schema. */
export const vocabularyOf = (schema: JsonSchema): VocabularyName | null => vocabularies.get(schema) ?? null;

const names = new WeakMap<JsonSchema, string>();

/** Makes a schema a named component of the documentation; a schema without a name is written out where it is used. */
export function named(name: string, schema: JsonSchema): JsonSchema {
  names.set(schema, name);
  return schema;
}

export const nameOf = (schema: JsonSchema): string | null => names.get(schema) ?? null;

export const text: JsonSchema = { type: 'string' };
export const flag: JsonSchema = { type: 'boolean' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };

/** ISO 8601 in UTC with milliseconds (conformance G-02). */
export const dateTime: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
};
