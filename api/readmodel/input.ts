import type { JsonSchema } from '../../schemas/json-schema.ts';

export interface Query {
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly unknown: 'refuse' | 'ignore';
}

export interface QueryParameter {
  readonly description: string;
  /** Schema of the text, or of each member of a list. */
  readonly schema: JsonSchema;
  /** Schema for the documentation, if that of the text does not read well. */
  readonly shown?: JsonSchema;
  /** What a value must be; used in the refusal `must be <expects>, not "x"`. */
  readonly expects: string;
  /** Whether a request without it is refused; for the documentation. */
  readonly required?: true;
  /** Comma-separated and repeatable, at most `max` distinct members; `ignoreCase` makes them lower-case. */
  readonly list?: { readonly max: number; readonly ignoreCase?: true };
  /** An invalid value counts as absent instead of being refused. */
  readonly ignoreInvalid?: true;
  /** A repeated parameter counts as absent instead of being refused. */
  readonly ignoreRepeated?: true;
}

export interface PathParameter {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Answer to an invalid value. */
  readonly refusal: { readonly code: 'invalid_parameter' | 'not_found'; readonly message: string };
}

export interface QueryValues {
  /** Null when absent. */
  readonly one: (name: string) => string | null;
  /** Members without repetitions; null when absent. */
  readonly many: (name: string) => readonly string[] | null;
}
