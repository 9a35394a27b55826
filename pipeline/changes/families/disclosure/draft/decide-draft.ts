import { revisable } from '../../../build-change.ts';
import { stageAfter } from '../../../drafts/follow-drafts.ts';
import { confirms } from '../../../drafts/second-reading.ts';
import { isStructuredReading } from '../../../evidence-grade.ts';
import { compareField } from '../compare.ts';
import { backTo, type FieldDraft, type FieldFact, shownAgain, sighted } from '../field/field-fact.ts';
import { fieldFinding, kindsOf } from '../field/field-finding.ts';
import { type FieldOutcome, type FieldReading, isSameValue } from '../field/field-reading.ts';
import { findingOf, changeOf } from '../field-change.ts';

/**
 * Applies a reading to an open draft. The same value confirms the draft, or leaves it open if it comes too soon. Another
 * value withdraws the draft, and the reading is compared with the value established before it.
 */
export function decideDraft(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const { observation, trust } = reading;
  const isShown = isSameValue(reading, fact.value);
  // A name without its identifier fits both the earlier party and the new one: it decides nothing.
  if (isShown && isSameValue(reading, draft.old.value)) return { fact: sighted(fact, observation), changes: [] };
  const { detectedAt, documentClass } = draft;
  const stage = stageAfter(isShown, () => confirms({ detectedAt, documentClass, shown: fact }, observation, trust));
  if (stage === 'superseded') return withdraw(fact, draft, reading);
  return stage === 'confirmed' ? confirm(fact, draft, reading) : { fact: shownAgain(fact, observation), changes: [] };
}

function confirm(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const { observation, trust } = reading;
  const isStructured = isStructuredReading(observation);
  const finding = findingOf(draft.old, reading, {
    ...kindsOf(draft.old.value, observation.value),
    stage: 'confirmed',
    sense: 'value',
    comparable: true,
    removedBySource: !isStructured && trust.isSettled && observation.value === null,
  });
  const change = changeOf(reading, finding, draft.old, draft);
  const shown = shownAgain(fact, observation);
  const { valueChange: _earlier, wordsChange: _words, identified: _identified, ...established } = shown;
  const armed = isStructured ? {} : { valueChange: revisable(change, finding, draft.old) };
  return { fact: { ...established, draft: null, ...armed }, changes: [change] };
}

function withdraw(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  // The withdrawn value is the fact's; the passages are those of the withdrawn reading and of this one.
  const finding = fieldFinding(draft.old, fact, observation, {
    kind: draft.kind,
    changeKind: 'corrected',
    stage: 'superseded',
    sense: 'value',
    comparable: true,
    priorQuote: fact.quote,
    quote: observation.quote,
    wasNotable: draft.notableAt !== null,
  });
  const withdrawn = changeOf(reading, finding, draft.old, draft);
  const { fact: next, changes } = compareField(backTo(fact, draft, fact), reading);
  return { fact: next, changes: [withdrawn, ...changes] };
}
