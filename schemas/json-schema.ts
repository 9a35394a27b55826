/** Builders of JSON Schemas (2020-12): requests and responses of the API, commands, imported lines, values of fields. */
import { termsOf, type VocabularyName } from './vocabulary.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, JsonSchema>>;

/** An object with these members and no others. */
export const closedObject = (required: Members, optional: Members = {}): JsonSchema =>
  objectOf({ ...required, ...optional }, Object.keys(required));

/** An object with these members and no others, in this order; `required` names those that must be present. */
export const objectOf = (properties: Members, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** An object of exactly one of these kinds, each known by its first required member. */
export const exactlyOneOf = (...kinds: readonly JsonSchema[]): JsonSchema => ({ type: 'object', oneOf: kinds });

interface ArrayLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

export const arrayOf = (items: JsonSchema, limits: ArrayLimits = {}): JsonSchema => ({
  type: 'array',
  items,
  ...limits,
});

export const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** As `orNull` for a schema with one type. Its errors name both types instead of both alternatives. */
export const typeOrNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

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

/** An object with these members and no others, as a named component. */
export const component = (name: string, required: Members, optional: Members = {}): JsonSchema =>
  named(name, closedObject(required, optional));

export const nameOf = (schema: JsonSchema): string | null => names.get(schema) ?? null;

export const text: JsonSchema = { type: 'string' };
export const nonEmptyText: JsonSchema = { type: 'string', minLength: 1 };
/** A text of at most so many characters (code points). */
export const textUpTo = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
/** A text of a format that JSON Schema or `schemas/values/formats.ts` defines. */
export const formatted = (format: string): JsonSchema => ({ type: 'string', format });
/** A text that matches a regular expression. */
export const matching = (pattern: string): JsonSchema => ({ type: 'string', pattern });
export const flag: JsonSchema = { type: 'boolean' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };

/** A time that a client gives: RFC 3339, with any offset and any digits of a second; `parseTimestamp` reads it. */
export const givenTime: JsonSchema = { type: 'string', format: 'date-time', maxLength: 64 };

/** ISO 8601 in UTC with milliseconds (conformance G-02). */
export const dateTime: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
};
