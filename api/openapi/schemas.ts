import { explanationKinds } from '../../schemas/explanation-kinds.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { type JsonSchema, nameOf, vocabularyOf } from '../../schemas/json-schema.ts';

export interface SchemaWriter {
  /** Schema of a request: a value outside a closed set is refused. Named schemas are references. */
  readonly request: (schema: JsonSchema) => JsonSchema;
  /** Schema of a response: vocabularies are open sets (conformance B-71), and named schemas are references. */
  readonly response: (schema: JsonSchema) => JsonSchema;
  /** The named schemas that were referenced, by name. */
  readonly components: () => Readonly<Record<string, JsonSchema>>;
}

/** Converts the schemas that the guard enforces to those of the documentation. */
export function createSchemaWriter(): SchemaWriter {
  const components = new Map<string, JsonSchema>();
  const sources = new Map<string, readonly [schema: JsonSchema, kind: 'request' | 'response']>();

  const reference = (
    schema: JsonSchema,
    kind: 'request' | 'response',
    write: (schema: JsonSchema) => JsonSchema,
  ): JsonSchema => {
    const name = nameOf(schema);
    if (name === null) return write(schema);
    const [known, ofKind] = sources.get(name) ?? [schema, kind];
    // Terms are closed in requests and open in answers, so that one component cannot be both.
    if (known !== schema || ofKind !== kind) throw new Error(`two schemas have the name ${name}`);
    if (!components.has(name)) {
      sources.set(name, [schema, kind]);
      components.set(name, {});
      components.set(name, write(schema));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const response = (schema: JsonSchema): JsonSchema => reference(schema, 'response', open);
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

  const request = (schema: JsonSchema): JsonSchema => reference(schema, 'request', closed);
  const closed = (schema: JsonSchema): JsonSchema => withParts(schema, request);
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

/** The schema with each of its subschemas converted. Generators read a time into a type to which no pattern applies. */
function withParts(schema: JsonSchema, write: (part: JsonSchema) => JsonSchema): JsonSchema {
  const isTime = schema['format'] === 'date-time';
  const keywords = Object.entries(schema).filter(([keyword]) => !(isTime && keyword === 'pattern'));
  return Object.fromEntries(
    keywords.map(([keyword, value]) => {
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
