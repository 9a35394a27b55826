import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import { ownSchemas } from '../../../schemas/own-schemas.ts';
import { type FormatName, formats } from '../../../schemas/values/formats.ts';
import { memberPath, shown } from '../../../schemas/values/reasons.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';

/** Checks the shape of a line; an empty result means that it is valid. */
export type ShapeCheck = (line: ImportLine) => readonly ImportIssue[];

/**
 * One check per kind of line. All errors of a line are listed, unknown members included. Compiling a schema takes longer
 * than checking a thousand lines, so the caller keeps the checks, and each schema is compiled at its first line.
 */
export function createShapeChecks<K extends string>(schemaOf: (kind: K) => SchemaObject): (kind: K) => ShapeCheck {
  let compiler: Ajv | undefined;
  const checks = new Map<K, ShapeCheck>();
  return (kind) => {
    let check = checks.get(kind);
    if (check === undefined) {
      compiler ??= createCompiler();
      check = compile(compiler, schemaOf(kind));
      checks.set(kind, check);
    }
    return check;
  };
}

function createCompiler(): Ajv {
  const ajv = new Ajv({ ...ownSchemas, allErrors: true, strict: true, allowUnionTypes: true, verbose: true });
  for (const [name, { accepts }] of Object.entries(formats)) ajv.addFormat(name, accepts);
  return ajv;
}

function compile(compiler: Ajv, schema: SchemaObject): ShapeCheck {
  const validate = compiler.compile(schema);
  return (line) => (validate(line.value) ? [] : (validate.errors ?? []).map((error) => toIssue(line, error)));
}

function toIssue(line: ImportLine, error: ErrorObject): ImportIssue {
  const path = pathOf(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'additionalProperties':
      return invalid(line, memberPath(path, String(params['additionalProperty'])), 'unknown member');
    case 'required':
      return invalid(line, memberPath(path, String(params['missingProperty'])), 'is missing');
    case 'enum':
      return invalid(line, path, `${shown(error.data)} is not one of: ${listOf(params['allowedValues'])}`);
    case 'const':
      return invalid(line, path, `${shown(error.data)} must be ${shown(params['allowedValue'])}`);
    case 'format':
      return invalid(line, path, `${shown(error.data)} is not ${formats[params['format'] as FormatName].expected}`);
    case 'minLength':
      return invalid(line, path, 'must not be empty');
    case 'maxLength':
      return invalid(line, path, `has more than ${String(params['limit'])} characters`);
    case 'maxItems':
      return invalid(line, path, `has more than ${String(params['limit'])} items`);
    case 'uniqueItems':
      return invalid(line, path, 'has the same item twice');
    case 'type':
      return invalid(line, path, `${shown(error.data)} is not ${[params['type']].flat().join(' or ')}`);
    default:
      return invalid(line, path, `${shown(error.data)} ${error.message ?? 'is not valid'}`);
  }
}

const listOf = (values: unknown): string => (values as readonly string[]).join(', ');

/** `/parties/0/role` → `parties[0].role`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => memberPath(path, /^\d+$/.test(part) ? Number(part) : part), '');
