/**
 * Values of disclosed fields by their texts. Most are codes, dates and round figures, which recur from asset to asset and
 * from reading to reading: each such text is parsed and checked once.
 */
import { ownJson } from '../../../schemas/stored-value.ts';
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { parseCanonical } from '../../../schemas/parse-value.ts';
import { fieldProblem } from './field-value.ts';

/** The value of an RFC 8785 text, or why it is none. Equal texts may share one value. */
export const parseStated = (text: string | null): ReturnType<typeof parseCanonical> =>
  text === null ? notStated : parse(text);

/** The value of an accepted text; its form was checked when it was accepted. */
export function statedValue(text: string | null): FieldValue {
  const parsed = parseStated(text);
  return parsed.ok ? (parsed.value as FieldValue) : ownJson<FieldValue>(text ?? 'null');
}

/** Whether the text states a value of the field. */
export function statesValueOf(field: string, text: string): boolean {
  const known = checks.get(field);
  if (known !== undefined) return known(text);
  const check = remembered((stated) => fieldProblem(field, statedValue(stated)) === null);
  checks.set(field, check);
  return check(text);
}

/** A longer text, as of a list of parties, hardly recurs. In UTF-16 units. */
const longestText = 200;

/** Far more than the texts of the codes of a catalogue, and some megabytes at most. */
const mostTexts = 10_000;

/** The function with the results for the short texts it was last called with. */
function remembered<R>(compute: (text: string) => R): (text: string) => R {
  const results = new Map<string, R>();
  return (text) => {
    if (text.length > longestText) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= mostTexts) results.clear();
    results.set(text, result);
    return result;
  };
}

const notStated = { ok: true, value: null } as const;
const parse = remembered(parseCanonical);
const checks = new Map<string, (text: string) => boolean>();
