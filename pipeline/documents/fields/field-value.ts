/** Values of disclosed fields: their shape in the catalogue, and their canonical form. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { ownSchemas } from '../../../schemas/own-schemas.ts';
import { isCountry } from '../../../schemas/values/countries.ts';
import { formats } from '../../../schemas/values/formats.ts';
import { nestsDeeperThan } from '../../../schemas/values/nesting.ts';
import { memberPath, shown } from '../../../schemas/values/reasons.ts';
import { parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { plainDecimal } from './normal-forms.ts';

export { isSpelledAlike, omitsIdentifier, sameLoosely } from './same-loosely.ts';

/** A problem of a value, and its place: `value.bps`, "is not a decimal number …". */
export interface ValueProblem {
  readonly path: string;
  readonly reason: string;
}

/**
 * Why `value` is not a value of the field, as a sentence; null when it is one. The value null ("not disclosed") is valid. A
 * value must be in the form of `canonicalFieldValue`: members of sets in order, each once.
 */
export function fieldProblem(name: string, value: unknown): string | null {
  const [first] = fieldProblems(name, value);
  return first === undefined ? null : `${first.path} ${first.reason}`;
}

/** All problems of a value; empty when it is valid. */
export function fieldProblems(name: string, value: unknown): readonly ValueProblem[] {
  if (value === null) return fieldOf(name) === undefined ? unknownField(name) : [];
  const check = checkOf(name);
  if (check === undefined) return unknownField(name);
  const problem = excessOf(value);
  if (problem !== null) return [problem];
  return check(value) ? orderProblems(value as object) : (check.errors ?? []).flatMap(problemOf);
}

/**
 * The value with the members of its sets in order (UTF-16 order of codes, of a fee's code, of a party's name), each once,
 * and without trailing zeros in fractions. Accepts any value and returns unknown forms unchanged.
 */
export function canonicalFieldValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || excessOf(value) !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, content]: [string, unknown]) => [member, canonicalMember(member, content)]),
  );
}

/** Most levels of a value, and most members of a set. */
const levels = 3;
const largestSet = 200;

/** The problem of a value so large that checking it in full would take too long; null for others. */
function excessOf(value: unknown): ValueProblem | null {
  if (typeof value !== 'object' || value === null) return null;
  if (nestsDeeperThan(value, levels)) return { path: 'value', reason: `has more than ${levels} levels` };
  for (const [member, content] of Object.entries(value) as [string, unknown][]) {
    if (Array.isArray(content) && content.length > largestSet) {
      return { path: memberPath('value', member), reason: `has more than ${largestSet} members` };
    }
  }
  return null;
}

const checks = new Map<string, ValidateFunction>();
let compiler: Ajv2020 | null = null;

/** Compiled on the first use of a field. */
function checkOf(name: string): ValidateFunction | undefined {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const field = fieldOf(name);
  if (field === undefined) return undefined;
  compiler ??= createCompiler();
  const check = compiler.compile(field.value);
  checks.set(name, check);
  return check;
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ ...ownSchemas, strict: true, allErrors: true, verbose: true });
  ajv.addFormat('lei', formats.lei.accepts);
  ajv.addFormat('dti', formats.dti.accepts);
  ajv.addFormat('country', isCountry);
  ajv.addFormat('law', isLaw);
  ajv.addFormat('date', isDate);
  ajv.addFormat('https-url', (text) => text.isWellFormed() && formats['https-url'].accepts(text));
  return ajv;
}

/** ISO 3166-1 alpha-2, or ISO 3166-2 with a subdivision, which is not checked. */
const isLaw = (text: string): boolean => /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/.test(text) && isCountry(text.slice(0, 2));

/** A day of the years 1900 to 2199. */
const isDate = (text: string): boolean =>
  /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== null;

const unknownField = (name: string): readonly ValueProblem[] => [
  { path: 'field', reason: `${shown(name)} is not in the catalogue of disclosure fields` },
];

function problemOf(error: ErrorObject): readonly ValueProblem[] {
  const path = pathOf(error.instancePath);
  const params = error.params as Readonly<Record<string, unknown>>;
  const problem = (reason: string, at = path): readonly ValueProblem[] => [{ path: at, reason }];
  switch (error.keyword) {
    // The errors of its branches state the problem.
    case 'if':
      return [];
    case 'additionalProperties':
      return problem('is no member of this value', memberPath(path, String(params['additionalProperty'])));
    case 'required':
      return problem('is missing', memberPath(path, String(params['missingProperty'])));
    case 'false schema':
      return problem('goes with the code "other" only');
    case 'enum':
      return problem(
        `is not one of ${(params['allowedValues'] as readonly string[]).join(', ')}; it is ${shown(error.data)}`,
      );
    case 'uniqueItems':
      return problem('has the same member twice');
    case 'maxItems':
      return problem(`has more than ${String(params['limit'])} members`);
    default:
      return problem(`is not ${expected(error)}; it is ${shown(error.data)}`);
  }
}

function expected({ parentSchema, params }: ErrorObject): string {
  const { title, description } = (parentSchema ?? {}) as { readonly title?: string; readonly description?: string };
  if (title !== undefined) return description === undefined ? title : `${title} (${description})`;
  return kinds[String((params as Readonly<Record<string, unknown>>)['type'])] ?? 'valid';
}

const kinds: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a text',
  boolean: 'true or false',
};

/** `/parties/0/name` → `value.parties[0].name`. */
const pathOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => memberPath(path, /^\d+$/.test(part) ? Number(part) : part), 'value');

/** Problems of the order of sets in a value of valid shape: in order, and each code once. */
function orderProblems(value: object): readonly ValueProblem[] {
  for (const [member, content] of Object.entries(value) as [string, unknown][]) {
    if (!Array.isArray(content)) continue;
    for (let index = 1; index < content.length; index += 1) {
      const [before, here] = [orderOf(content[index - 1]), orderOf(content[index])];
      if (before === here) return [{ path: `value.${member}[${index}]`, reason: 'states what the one before states' }];
      if (before > here) return [{ path: `value.${member}`, reason: 'is not in order' }];
    }
  }
  return [];
}

/** The sort key of a member of a set; members with the same key are duplicates. */
function orderOf(member: unknown): string {
  if (typeof member === 'string') return member;
  const { code, name, lei, registrationNumber, country } = member as Readonly<Record<string, unknown>>;
  if (typeof code === 'string') return code;
  return [name, lei, registrationNumber, country].map((part) => (typeof part === 'string' ? part : '')).join('\u0000');
}

const decimals: ReadonlySet<string> = new Set(['bps', 'percent', 'days', 'amount', 'cap']);

function canonicalMember(member: string, content: unknown): unknown {
  if (Array.isArray(content)) return canonicalSet(content);
  return typeof content === 'string' && decimals.has(member) && /^\d+\.\d+$/.test(content)
    ? plainDecimal(content)
    : content;
}

function canonicalSet(members: readonly unknown[]): readonly unknown[] {
  if (!members.every((member) => typeof member === 'string' || (typeof member === 'object' && member !== null))) {
    return members;
  }
  return members
    .map((member) => canonicalFieldValue(member))
    .map((member) => ({ member, order: orderOf(member), text: JSON.stringify(member) }))
    .sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
    .filter(({ text }, index, all) => text !== all[index - 1]?.text)
    .map(({ member }) => member);
}
