import { type ErrorObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ErrorDetail } from '../../errors.ts';
import type { JsonSchema } from '../../../schemas/json-schema.ts';
import { ownSchemas } from '../../../schemas/own-schemas.ts';
import { caip19Pattern } from '../../../schemas/values/caip.ts';
import { memberName } from '../../../schemas/values/reasons.ts';

/** Returns the errors of a value; empty if it is valid. */
export type Check = (value: unknown) => readonly ErrorDetail[];

export interface JsonValidator {
  readonly compile: (schema: JsonSchema) => Check;
}

/** Compiles JSON Schemas (2020-12) into checks with messages of our own; equal schemas are compiled once in a process. */
export const createJsonValidator = (): JsonValidator => ({
  compile: (schema) => {
    const { oneOf } = schema as { readonly oneOf?: readonly JsonSchema[] };
    return oneOf === undefined ? checkOf(schema) : createKindCheck(oneOf);
  },
});

function checkOf(schema: JsonSchema): Check {
  const validate = compiled(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(detailOf));
}

/** Checks an object against the one kind that it names: errors of the other kinds would be misleading. */
function createKindCheck(kinds: readonly JsonSchema[]): Check {
  const checks = kinds.map((kind) => ({ member: firstRequired(kind), check: checkOf(kind) }));
  const members = checks.map(({ member }) => member);
  return (value) => {
    const given = checks.filter(({ member }) => Object.hasOwn(value as object, member));
    const [only] = given;
    return only !== undefined && given.length === 1
      ? only.check(value)
      : [{ parameter: 'body', reason: `must have exactly one of ${members.join(', ')}` }];
  };
}

function firstRequired({ required }: JsonSchema): string {
  const [member] = required as readonly string[];
  if (member === undefined) throw new Error('a kind of body has no required member');
  return member;
}

let compiler: Ajv2020 | null = null;
/** By the JSON of their schemas: many parameters of the routes have the same one. */
const validators = new Map<string, ValidateFunction>();

function compiled(schema: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  let validate = validators.get(key);
  if (validate === undefined) {
    compiler ??= createCompiler();
    validate = compiler.compile(schema);
    validators.set(key, validate);
  }
  return validate;
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ ...ownSchemas, strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date-time', 'uri']);
  ajv.addFormat('uuid', plainUuid);
  return ajv;
}

/** RFC 9562 text form, in any letter case. The format of ajv-formats also accepts the prefix `urn:uuid:`. */
const plainUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Longest part of a client's text that a message repeats. */
const quotedLength = 64;

/** A client's text for a message, shortened. */
export const quoted = (value: string): string =>
  JSON.stringify(value.length > quotedLength ? `${value.slice(0, quotedLength)}…` : value);

function detailOf(error: ErrorObject): ErrorDetail {
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  const within = (name: unknown): string =>
    `${at === '' ? '' : `${at}.`}${memberName(String(name).slice(0, quotedLength))}`;
  const parameters = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'required':
      return { parameter: within(parameters['missingProperty']), reason: 'is required' };
    case 'additionalProperties':
      return { parameter: within(parameters['additionalProperty']), reason: 'is not known' };
    case 'minProperties':
      return { parameter: at === '' ? 'body' : at, reason: 'must have at least one member' };
    default:
      return { parameter: at === '' ? 'body' : at, reason: reasonOf(error.keyword, parameters) };
  }
}

/** What texts that match a pattern are. */
const nameOfPattern: ReadonlyMap<string, string> = new Map([[caip19Pattern, 'a valid CAIP-19 identifier']]);

/** Why a text is refused where a time is wanted. */
export const notATime = 'must be a time with its offset, such as 2026-05-29T12:00:00Z';

function reasonOf(keyword: string, parameters: Readonly<Record<string, unknown>>): string {
  switch (keyword) {
    case 'type':
      return `must be ${[parameters['type']].flat().map(String).join(' or ')}`;
    case 'format':
      return parameters['format'] === 'date-time' ? notATime : `must be a ${String(parameters['format'])}`;
    case 'pattern':
      return `must be ${nameOfPattern.get(String(parameters['pattern'])) ?? 'of another form'}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${String(parameters['limit'])} characters`;
    case 'minItems':
      return `must have at least ${String(parameters['limit'])} entries`;
    case 'maxItems':
      return `must have at most ${String(parameters['limit'])} entries`;
    case 'minimum':
      return `must be at least ${String(parameters['limit'])}`;
    case 'maximum':
      return `must be at most ${String(parameters['limit'])}`;
    case 'enum':
      return `must be one of ${[parameters['allowedValues']].flat().map(String).join(', ')}`;
    default:
      return `is not valid (${keyword})`;
  }
}
