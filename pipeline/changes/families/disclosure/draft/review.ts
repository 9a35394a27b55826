import { disclosedField } from '../../../../../schemas/facts/disclosed.ts';
import { fieldOf } from '../../../../../schemas/fields/catalogue.ts';
import type { ReviewValue } from '../../../../../schemas/facts.ts';
import type { DisclosureField } from '../../../../../schemas/fields/field.ts';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import { storedValue } from '../../../../../schemas/stored-value.ts';
import { buildChange, type InForce } from '../../../build-change.ts';
import { factKey } from '../../../fact.ts';
import type { ObservedState, ReviewRule } from '../../family.ts';
import { fill, fillWording, type Wording } from '../../../../text/template.ts';
import { fieldReviewTexts } from '../text/review-templates.ts';
import { clipped, formatDate, orElse, quotedSentence } from '../../../../text/values.ts';
import { textOf } from '../../source/source-trust.ts';
import { explained, phraseOf } from '../text/text.ts';
import { withDismissed } from './dismissed.ts';
import type { FieldFact } from '../field/field-fact.ts';
import { fieldFinding, kindsOf } from '../field/field-finding.ts';
import { valueInSentence } from '../../../../documents/fields/value-text.ts';

/** Drafts of disclosed fields. */
export const reviewedFields: ReviewRule = {
  category: 'disclosure_field',
  hasField: (field) => fieldOf(field) !== undefined,
  apply: (...given) => ({ changes: reviewField(...given) }),
};

/**
 * Applies an operator's review to the draft of a disclosed field. A confirmed draft becomes a change at that moment. A
 * dismissed draft is withdrawn, and the same reading is ignored from then on. None when the draft is not open.
 */
function reviewField(review: ReviewValue, { state, observation }: ObservedState, inForce: InForce): readonly Change[] {
  const reviewed: Observation = { ...observation, subjectKind: 'asset', sourceKey: review.reviewed };
  const key = factKey(reviewed);
  const fact = state.get<FieldFact>(key);
  const field = fieldOf(observation.field);
  if (field === undefined || fact === undefined || fact.draft?.changeId !== review.changeId) return [];
  const { draft } = fact;
  const isConfirmed = review.verdict === 'confirmed';
  // The passages are those of the reading, not of the review.
  const reading = { sourceKey: review.reviewed, observedAt: fact.seenAt };
  const found = fieldFinding(draft.old, fact, reading, {
    ...(isConfirmed
      ? { ...kindsOf(draft.old.value, fact.value), stage: 'confirmed' }
      : { kind: draft.kind, changeKind: 'corrected', stage: 'superseded' }),
    sense: 'value',
    comparable: true,
    wasNotable: draft.notableAt !== null,
  });
  const withdrawn = isConfirmed ? found : { ...found, withdrawnBy: 'review' as const };
  const finding = explained(field, withdrawn, (wording) => reworded(wording, field, fact, observation, review));
  const change = buildChange(finding, { fact: reviewed, cause: observation, old: draft.old, draft, ...inForce });
  state.put(key, isConfirmed ? established(fact) : withDismissed(fact, draft, textOf(state, reviewed)));
  return [change];
}

/** A value that an operator confirmed is not a flip: its return is a change of its own. */
function established(fact: FieldFact): FieldFact {
  const { valueChange: _valueChange, wordsChange: _wordsChange, identified: _identified, ...others } = fact;
  return { ...others, draft: null };
}

function reworded(
  wording: Wording,
  field: DisclosureField,
  { value }: FieldFact,
  observation: Observation,
  review: ReviewValue,
): Wording {
  const slots = {
    by: orElse(clipped(review.by, longestName), fieldReviewTexts.reviewer),
    why: quotedSentence(review.why),
    date: formatDate(observation.observedAt),
  };
  if (review.verdict === 'dismissed') {
    const names = { ...slots, Label: field.label, label: phraseOf(field) };
    if (value === null) return fillWording(fieldReviewTexts.dismissedRemoval, names);
    const shown = clipped(valueInSentence(field, storedValue(value, disclosedField)), longestValue);
    return fillWording(fieldReviewTexts.dismissed, { ...names, value: shown });
  }
  return { ...wording, whatDetail: `${wording.whatDetail} ${fill(fieldReviewTexts.reviewed, slots)}` };
}

const longestName = 100;
const longestValue = 400;
