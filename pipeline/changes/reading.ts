import { isTime } from '../../schemas/facts.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { isTerm } from '../../schemas/vocabulary.ts';
import { type About, familyOf, foldOf, type Reading, subjectOf } from './families/families.ts';
import { parseCanonical } from '../../schemas/parse-value.ts';
import { shapeProblem } from '../../schemas/shape-check.ts';

type Read = { readonly ok: true; readonly reading: Reading } | { readonly ok: false; readonly reason: string };

const longestKeyPart = 400;

/** Why the observation can never be processed, as a sentence; null when it can. */
export function malformed(observation: Observation): string | null {
  const { assetId, subjectKind, fetchOutcome, parseStatus, observedAt } = observation;
  if (!isTerm('subjectKind', subjectKind)) return `the subject kind ${JSON.stringify(subjectKind)} is not known`;
  if (!isTerm('fetchOutcome', fetchOutcome)) return `the fetch outcome ${JSON.stringify(fetchOutcome)} is not known`;
  if (!isTerm('parseStatus', parseStatus)) return `the parse status ${JSON.stringify(parseStatus)} is not known`;
  if (!isTime(observedAt)) return 'observedAt is not a time in milliseconds';
  if (assetId === '' && subjectKind !== 'control') return 'the observation names no asset';
  for (const name of ['assetId', 'subjectKey', 'field', 'sourceKey'] as const) {
    const part = observation[name];
    if (part.length > longestKeyPart || control.test(part) || !part.isWellFormed()) {
      return `${name} is longer than ${longestKeyPart} characters or has control characters`;
    }
  }
  return null;
}

const control = /[\u0000-\u001f\u007f]/;

/** Parses and checks the value of an observation. Values with a fold of their own are returned as `other`. */
export function readValue(observation: Observation, about: About = subjectOf(observation)): Read {
  const parsed = parseCanonical(observation.value);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  const [fold, family] = [foldOf(about), familyOf(about)];
  const problem =
    fold?.problem(observation.field, value) ?? (family === undefined ? null : shapeProblem(family.shape, value));
  if (problem !== null) {
    return {
      ok: false,
      reason: `the value of ${observation.subjectKind} / ${observation.field} is not usable: ${problem}`,
    };
  }
  return { ok: true, reading: { about: fold === undefined ? about : 'other', value } as Reading };
}
