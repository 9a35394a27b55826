import type {
  AssetDeclarationValue,
  AssetStatusValue,
  AuthorityValue,
  IssuerKyiValue,
  ListMatchValue,
  PartyDeclarationValue,
  ProofValue,
  RegisterColumnValue,
  RegisterListedValue,
  ReviewValue,
} from '../../schemas/facts.ts';
import { fieldOf } from '../../schemas/fields/catalogue.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { nestsDeeperThan } from '../../schemas/values/nesting.ts';
import { isTerm } from '../../schemas/vocabulary.ts';
import { fieldProblem } from './families/disclosure/field-value.ts';
import { isTime } from './shapes.ts';
import { captureShape } from './families/source/capture-value.ts';
import { type ValueShape, valueShapes } from './value-shapes.ts';

/** The parsed value of an observation, tagged with what the observation is about. */
export type Reading =
  | { readonly about: 'asset_declaration'; readonly value: AssetDeclarationValue }
  | { readonly about: 'party_declaration'; readonly value: PartyDeclarationValue | null }
  | { readonly about: 'authority'; readonly value: AuthorityValue | null }
  | { readonly about: 'proof'; readonly value: ProofValue | null }
  | { readonly about: 'asset_status'; readonly value: AssetStatusValue }
  | { readonly about: 'issuer_kyi'; readonly value: IssuerKyiValue | null }
  | { readonly about: 'register_listed'; readonly value: RegisterListedValue }
  | { readonly about: 'register_column'; readonly value: RegisterColumnValue | null }
  | { readonly about: 'list_match'; readonly value: ListMatchValue }
  | { readonly about: 'review'; readonly value: ReviewValue }
  /** A fact that no family compares: stored, never a change. */
  | { readonly about: 'other'; readonly value: unknown };

/** Everything an observation can be about. Disclosed fields and captures of sources have folds of their own. */
export type About = Reading['about'] | 'disclosure' | 'source_capture';

export type Subject = Exclude<Reading['about'], 'other'>;

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
    if (!isKeyPart(observation[name])) {
      return `${name} is longer than ${longestKeyPart} characters or has control characters`;
    }
  }
  return null;
}

const control = /[\u0000-\u001f\u007f]/;
const isKeyPart = (part: string): boolean =>
  part.length <= longestKeyPart && !control.test(part) && part.isWellFormed();

/** What an observation is about, by its subject kind, field and source. */
export function subjectOf({ subjectKind, subjectKey, field, sourceKey }: Observation): About {
  switch (subjectKind) {
    case 'asset':
      if (sourceKey !== 'registry') return subjectKey === '' && fieldOf(field) !== undefined ? 'disclosure' : 'other';
      return field === 'declaration' ? 'asset_declaration' : field === 'status' ? 'asset_status' : 'other';
    case 'source':
      return field === 'capture' && subjectKey === sourceKey ? 'source_capture' : 'other';
    case 'party':
      return sourceKey === 'registry' && field === 'declaration' ? 'party_declaration' : 'other';
    case 'issuer':
      return sourceKey === 'registry' && field === 'kyi' ? 'issuer_kyi' : 'other';
    case 'authority':
      return sourceKey.startsWith('chain:') && field === 'authority' ? 'authority' : 'other';
    case 'proof':
      return sourceKey === 'proof' && field === 'proof' ? 'proof' : 'other';
    case 'register_row':
      if (!sourceKey.startsWith('register:')) return 'other';
      return field === 'listed' ? 'register_listed' : 'register_column';
    case 'list_entry':
      return sourceKey.startsWith('list:') && field === 'match' ? 'list_match' : 'other';
    case 'review':
      return sourceKey === 'review' && (field === 'match' || fieldOf(field) !== undefined) ? 'review' : 'other';
    default:
      return 'other';
  }
}

/** Parses and checks the value of an observation. Values with a fold of their own are returned as `other`. */
export function readValue(observation: Observation): Read {
  const about = subjectOf(observation);
  const parsed = parseCanonical(observation.value);
  if (!parsed.ok) return parsed;
  const problem = problemOf(about, observation.field, parsed.value);
  if (problem !== null) {
    return {
      ok: false,
      reason: `the value of ${observation.subjectKind} / ${observation.field} is not usable: ${problem}`,
    };
  }
  const isFoldedElsewhere = about === 'disclosure' || about === 'source_capture';
  return { ok: true, reading: { about: isFoldedElsewhere ? 'other' : about, value: parsed.value } as Reading };
}

function problemOf(about: About, field: string, value: unknown): string | null {
  switch (about) {
    case 'other':
      return null;
    case 'disclosure':
      return fieldProblem(field, value);
    case 'source_capture':
      return captureShape(value, 'value');
    default:
      return shapeProblem(about, value);
  }
}

/** Null when the value has the shape. */
export const shapeProblem = (shape: ValueShape, value: unknown): string | null => valueShapes[shape](value, 'value');

type ParsedValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Far more levels than any value of `schemas/facts.ts` or the catalogue has; it bounds every recursive walk. */
const deepest = 32;

/** Equality of facts is equality of RFC 8785 texts, so a value in any other spelling is refused. */
export function parseCanonical(text: string | null): ParsedValue {
  if (text === null) return { ok: true, value: null };
  try {
    const value: unknown = JSON.parse(text);
    if (nestsDeeperThan(value, deepest)) {
      return { ok: false, reason: `the value nests deeper than ${deepest} levels` };
    }
    return canonicalJson(value) === text
      ? { ok: true, value }
      : { ok: false, reason: 'the value is not in RFC 8785 form' };
  } catch {
    return { ok: false, reason: 'the value is not JSON text' };
  }
}
