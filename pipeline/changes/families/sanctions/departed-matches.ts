/** Matches with sanctions lists whose subject or party the asset no longer names. */
import { type ListMatchValue, listMatch } from '../../../../schemas/facts.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { namesSubject, summaryOf } from '../../composition/summary.ts';
import { type Fact, factOfKey, factPrefix } from '../../fact.ts';
import type { EndedFact } from '../../build-change.ts';
import type { Departure, FamilySteps } from '../family.ts';
import { closeMatch, type DepartedPart } from './compare.ts';
import { matchContextOf } from './match-context.ts';

/** What a match does beside being compared: it ends when the asset no longer names its subject. */
export const matchSteps: FamilySteps<ListMatchValue> = {
  follow: ({ subject, sinceObservationId }, { state, observation }) =>
    namesSubject(summaryOf(state, observation.assetId), subject.key, sinceObservationId) ? 'followed' : 'ignored',
  close: closeDepartedMatches,
};

/** Each match of a departed subject ends with a neutral change, and is deleted before the next one is closed. */
function closeDepartedMatches(state: KeyedState, departure: Departure): readonly EndedFact[] {
  const { assetId, at } = departure;
  const ended: EndedFact[] = [];
  for (const [key, fact] of [...state.entries<Fact>(factPrefix(assetId, 'list_entry'))]) {
    const { subjectKey, field } = factOfKey(key);
    if (field !== 'match') continue;
    const last = storedValue(fact.value ?? 'null', listMatch);
    const what = departedPart(state, departure, subjectKey, last);
    if (what === null) continue;
    const draft = fact.draft === null ? null : { old: storedValue(fact.draft.old?.value, listMatch) };
    const context = matchContextOf(state, { assetId, subjectKey }, last);
    const finding = closeMatch(last, draft, { what, at }, context);
    if (finding !== null) ended.push({ key, fact, finding });
    state.delete(key);
  }
  return ended;
}

/**
 * What the asset no longer names of a match: its subject, or only its party, when another party of the asset has the same
 * identifier. Null when the match is not affected.
 */
function departedPart(
  state: KeyedState,
  { assetId, departed }: Departure,
  matchKey: string,
  { subject, sinceObservationId }: ListMatchValue,
): DepartedPart['what'] | null {
  const isOfDeparted = departed.some(
    (one) => one.subjectKey.startsWith('party:') && matchKey.endsWith(`:${one.subjectKey}`),
  );
  if (isOfDeparted && Object.hasOwn(summaryOf(state, assetId).since, subject.key)) return 'party';
  const isDeparted = departed.some(
    (one) => one.subjectKey === subject.key && one.sinceObservationId === sinceObservationId,
  );
  return isDeparted ? 'subject' : null;
}
