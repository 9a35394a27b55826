import { explanationKinds } from '../../schemas/explanation-kinds.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { type JsonSchema, nameOf, vocabularyOf } from '../../schemas/json-schema.ts';

export interface SchemaWriter {
  /** Schema of a request: a value outside a closed set is refused. */
  readonly request: (schema: JsonSchema) => JsonSchema;
  /** Schema of a response: vocabularies are open sets (conformance B-71), and named schemas are references. */
  readonly response: (schema: JsonSchema) => JsonSchema;
  /** The named schemas that were referenced, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
}

/** Converts the schemas that the guard enforces to those of the documentation. */
export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, JsonSchema>();

  const response = (schema: JsonSchema): JsonSchema => {
    const name = nameOf(schema);
    if (name === null) return open(schema);
    if (!components.has(name)) {
      components.set(name, {});
      components.set(name, open(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const open = (schema: JsonSchema): JsonSchema => {
    const vocabulary = vocabularyOf(schema);
    if (vocabulary === null) return withParts(schema, response);
    const terms = termsOf(vocabulary);
    return {
      type: 'string',
      description: `Open set: values may be added. Today${vocabulary === 'explanationKind' ? kindsExplained : `${listed(terms)}.`}`,
      'x-extensible-enum': terms,
    };
  };

  const request = (schema: JsonSchema): JsonSchema => withParts(schema, request);
  return {
    request,
    response,
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const listed = (terms: readonly string[]): string => ` ${terms.map((one) => `\`${one}\``).join(', ')}`;

/** Kinds of change with their meaning, as a Markdown list. */
const kindsExplained = `:\n\n${Object.entries(explanationKinds)
  .map(([kind, { meaning }]) => `- \`${kind}\`: ${meaning}`)
  .join('\n')}`;

/** The schema with each of its subschemas converted. */
function withParts(schema: JsonSchema, write: (part: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      switch (keyword) {
        case 'properties':
          return [keyword, mapValues(value as Readonly<Record<string, JsonSchema>>, write)];
        case 'items':
          return [keyword, write(value as JsonSchema)];
        case 'anyOf':
        case 'oneOf':
          return [keyword, (value as readonly JsonSchema[]).map(write)];
        default:
          return [keyword, value];
      }
    }),
  );
}

export const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  map: (value: V) => R,
): Readonly<Record<string, R>> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
