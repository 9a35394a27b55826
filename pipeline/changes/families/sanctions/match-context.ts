/** The operator's review of a match with a sanctions list, and the other entries that match the same subject. */
import { type ListMatchValue, type ReviewValue, listMatch, review as reviewShape } from '../../../../schemas/facts.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type Fact, factOfKey, factPrefix } from '../../fact.ts';
import { linkSentence } from '../edges/text/link-text.ts';
import { looseForm } from '../../../documents/fields/normal-forms.ts';

export interface Review extends ReviewValue {
  /** Time of the review, milliseconds. */
  readonly at: number;
}

export interface MatchContext {
  readonly review: Review | null;
  /** Lists of the other entries that match the same wallet, instrument or party; sorted, each once. */
  readonly stillNamedBy: () => readonly string[];
  /** The edge through which the party is linked to the issuer, as a sentence; empty where there is none. */
  readonly link: () => string;
}

/** A match without a review and without other matching entries. */
export const noContext: MatchContext = { review: null, stillNamedBy: () => [], link: () => '' };

interface MatchPlace {
  readonly assetId: string;
  /** Subject key of the match. */
  readonly subjectKey: string;
}

/** State key of the operator's review of a match. */
const reviewKey = ({ assetId, subjectKey }: MatchPlace): string =>
  `${factPrefix(assetId, 'review', subjectKey)}match\treview`;

export const matchContextOf = (state: KeyedState, place: MatchPlace, match: ListMatchValue): MatchContext => ({
  review: reviewOf(state, place),
  stillNamedBy: () => othersNaming(state, place, match),
  link: () => linkSentence(state, place.assetId, match.subject),
});

function reviewOf(state: KeyedState, place: MatchPlace): Review | null {
  const fact = state.get<Fact>(reviewKey(place));
  if (fact?.value === undefined || fact.value === null) return null;
  return { ...storedValue(fact.value, reviewShape), at: fact.seenAt };
}

/** Whether a match is exact (L1), through a confirmed link (L5), or confirmed by an operator. */
export const isEstablished = ({ level }: ListMatchValue, review: Review | null): boolean =>
  level === 'L1' || level === 'L5' || review?.verdict === 'confirmed';

/**
 * Whether a dismissal covers a match. A review of similar names covers these pairs of names only: a name that either side
 * gained, or one that became equal, is outside of it. Other reviews cover whatever is not exact.
 */
export function isDismissed(match: ListMatchValue, review: Review | null): boolean {
  if (review?.verdict !== 'dismissed' || isEstablished(match, review)) return false;
  if (review.pairs === undefined) return true;
  const similar = match.byName?.similar;
  if (similar === undefined) return match.byName === undefined;
  return pairsBeyond(similar.pairs, review.pairs).length === 0;
}

type NamePairs = readonly (readonly string[])[];

/** The pairs of names that differ from all of the others by more than letter case, spaces and punctuation. */
export function pairsBeyond(pairs: NamePairs, others: NamePairs): NamePairs {
  const known = new Set(others.map(looseForms));
  return pairs.filter((pair) => !known.has(looseForms(pair)));
}

const looseForms = (pair: readonly string[]): string => JSON.stringify(pair.map(looseForm));

function othersNaming(
  state: KeyedState,
  { assetId, subjectKey }: MatchPlace,
  match: ListMatchValue,
): readonly string[] {
  const lists = new Set<string>();
  for (const [key, { value }] of state.entries<Fact>(factPrefix(assetId, 'list_entry'))) {
    const place = factOfKey(key);
    if (place.field !== 'match' || place.subjectKey === subjectKey || value === null) continue;
    const other = storedValue(value, listMatch);
    if (other.status !== 'matched' || !isSame(other.subject, match.subject)) continue;
    if (isEstablished(other, reviewOf(state, { assetId, subjectKey: place.subjectKey }))) lists.add(other.list);
  }
  return [...lists].sort();
}

/** The same wallet or instrument, or the same party by any identifier. */
const isSame = (left: ListMatchValue['subject'], right: ListMatchValue['subject']): boolean =>
  left.key === right.key || (left.partyId !== undefined && left.partyId === right.partyId);
