import { ApiError, type ErrorDetail, invalidParameters } from '../../errors.ts';
import { memberName } from '../../../schemas/values/reasons.ts';
import type { PathParameter, Query, QueryParameter, QueryValues } from '../../readmodel/input.ts';
import type { RequestHeader, Route } from '../route.ts';
import { type Check, type JsonValidator, quoted } from './json-validator.ts';

interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  /** Query of the URL, as sent. */
  readonly query: string;
  readonly body: unknown;
  /** Null without one. */
  readonly header: (name: string) => string | null;
}

export type InputReader = (raw: RawInput) => QueryValues;

const noQuery: Query = { parameters: {}, unknown: 'ignore' };

/**
 * Checks query, headers, body and path of a request. Every 400 comes before the 404 of a path parameter that cannot exist
 * (conformance K-10).
 */
export function createInputReader(
  route: Pick<Route, 'body' | 'params' | 'query' | 'requestHeaders'>,
  validator: JsonValidator,
): InputReader {
  const readQuery = createQueryReader(route.query ?? noQuery, validator);
  const checkHeaders = createHeaderCheck(route.requestHeaders ?? {}, validator);
  const checkBody = route.body === undefined ? null : validator.compile(route.body.schema);
  const checkParams = createPathCheck(route.params ?? {}, validator);
  return (raw) => {
    const query = readQuery(raw.query);
    checkHeaders(raw.header);
    const details = checkBody?.(raw.body) ?? [];
    if (details.length > 0) throw invalidParameters(details);
    checkParams(raw.params);
    return query;
  };
}

function createHeaderCheck(
  declared: Readonly<Record<string, RequestHeader>>,
  validator: JsonValidator,
): (header: RawInput['header']) => void {
  const checks = Object.entries(declared).map(([name, declaration]) => {
    return { name, declaration, check: validator.compile(declaration.schema) };
  });
  return (header) => {
    const details = checks.flatMap(({ name, declaration, check }): readonly ErrorDetail[] => {
      const value = header(name);
      if (value === null || check(value).length === 0) return [];
      return [{ parameter: name, reason: refusalOf(declaration, value) }];
    });
    if (details.length > 0) throw invalidParameters(details);
  };
}

function createPathCheck(
  declared: Readonly<Record<string, PathParameter>>,
  validator: JsonValidator,
): (params: Readonly<Record<string, string>>) => void {
  const checks = Object.entries(declared)
    .map(([name, { schema, refusal }]) => ({ name, refusal, check: validator.compile(schema) }))
    .sort((a, b) => Number(a.refusal.code === 'not_found') - Number(b.refusal.code === 'not_found'));
  return (params) => {
    for (const { name, refusal, check } of checks) {
      if (check(params[name]).length > 0) throw new ApiError(refusal.code, refusal.message);
    }
  };
}

function createQueryReader(declared: Query, validator: JsonValidator): (query: string) => QueryValues {
  const parameters = Object.entries(declared.parameters).map(([name, parameter]) => ({
    name,
    parameter,
    check: validator.compile(parameter.schema),
  }));
  return (text) => {
    const query = parametersOf(text);
    const details: ErrorDetail[] = [];
    const values = new Map<string, readonly string[]>();
    if (declared.unknown === 'refuse') details.push(...unknownNames(declared, query));
    for (const { name, parameter, check } of parameters) {
      const given = query.get(name);
      if (given === undefined) continue;
      const reading =
        parameter.list === undefined ? readOne(parameter, check, given) : readList(parameter, check, given);
      if ('reason' in reading) details.push({ parameter: name, reason: reading.reason });
      else if (reading.values !== null) values.set(name, reading.values);
    }
    if (details.length > 0) throw invalidParameters(details);
    return {
      one: (name) => values.get(name)?.[0] ?? null,
      many: (name) => values.get(name) ?? null,
    };
  };
}

/** Values by name, in one pass. The framework's parser compares every name with all others. */
function parametersOf(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const given = values.get(name);
    if (given === undefined) values.set(name, [value]);
    else given.push(value);
  }
  return values;
}

const unknownNames = (declared: Query, query: ReadonlyMap<string, unknown>): readonly ErrorDetail[] =>
  [...query.keys()]
    .filter((name) => !Object.hasOwn(declared.parameters, name))
    .map((name) => ({ parameter: memberName(name.slice(0, 64)), reason: 'unknown parameter' }));

type Reading = { readonly values: readonly string[] | null } | { readonly reason: string };

function readOne(parameter: QueryParameter, check: Check, given: readonly string[]): Reading {
  const [value = ''] = given;
  if (given.length > 1) {
    return parameter.ignoreRepeated === true ? { values: null } : { reason: 'must be given once' };
  }
  if (check(value).length === 0) return { values: given };
  return parameter.ignoreInvalid === true ? { values: null } : { reason: refusalOf(parameter, value) };
}

function readList(parameter: QueryParameter, check: Check, given: readonly string[]): Reading {
  const texts = parameter.list?.ignoreCase === true ? given.map((text) => text.toLowerCase()) : given;
  const members = [...new Set(texts.flatMap((text) => text.split(',')))];
  const wrong = members.find((member) => check(member).length > 0);
  if (wrong !== undefined) return { reason: refusalOf(parameter, wrong) };
  const max = parameter.list?.max ?? members.length;
  return members.length > max
    ? { reason: `has ${members.length} values, at most ${max} are allowed` }
    : { values: members };
}

const refusalOf = ({ schema, expects }: Pick<QueryParameter, 'schema' | 'expects'>, value: string): string =>
  Object.hasOwn(schema, 'enum') ? `unknown value ${quoted(value)}` : `must be ${expects}, not ${quoted(value)}`;
