import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import { compareField } from './compare.ts';
import { backTo, type FieldDraft, type FieldFact, isSameBytes, shownAgain, sighted } from './field-fact.ts';
import { fieldFinding, kindsOf } from './field-finding.ts';
import { type FieldOutcome, type FieldReading, isSameValue, isStructuredReading } from './field-reading.ts';
import { findingOf, changeOf } from './field-change.ts';

const hour = 3_600_000;

/** A later capture of a text confirms its value after this time, milliseconds. */
const secondCaptureAfter = 6 * hour;

/**
 * Applies a reading to an open draft. The same value confirms the draft, or leaves it open if it comes too soon. Another
 * value withdraws the draft, and the reading is compared with the value established before it.
 */
export function decideDraft(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  if (!isSameValue(reading, fact.value)) return withdraw(fact, draft, reading);
  // A name without its identifier fits both the earlier party and the new one: it decides nothing.
  if (isSameValue(reading, draft.old.value)) return { fact: sighted(fact, observation), changes: [] };
  if (!bearsOut(fact, draft, reading)) return { fact: shownAgain(fact, observation), changes: [] };
  const isStructured = isStructuredReading(observation);
  const finding = findingOf(draft.old, reading, {
    ...kindsOf(draft.old.value, observation.value),
    stage: 'confirmed',
    sense: 'value',
    comparable: true,
    removedBySource: !isStructured && reading.standing.isSettled && observation.value === null,
  });
  const change = changeOf(reading, finding, draft.old, draft);
  const shown = shownAgain(fact, observation);
  const { valueChange: _earlier, wordsChange: _words, identified: _identified, ...established } = shown;
  const armed = isStructured ? {} : { valueChange: revisable(change, finding, draft.old) };
  return { fact: { ...established, draft: null, ...armed }, changes: [change] };
}

/** A structured reading, a settled text, or a second capture: at least 6 hours later, or of another medium. */
function bearsOut(fact: FieldFact, draft: FieldDraft, { observation, standing }: FieldReading): boolean {
  if (isStructuredReading(observation) || standing.isSettled) return true;
  // The same bytes with another extractor are not a second capture.
  if (!sameLineage(observation, fact) && isSameBytes(fact, observation)) return false;
  if (observation.observedAt - draft.detectedAt >= secondCaptureAfter) return true;
  return !isSameBytes(fact, observation) && isOtherMedium(draft.documentClass, observation.documentClass);
}

/** An unknown document class is not another medium. All kinds of pages are one medium. */
const isOtherMedium = (first: string | null, second: string | null): boolean =>
  first !== null && second !== null && mediumOf(first) !== mediumOf(second);

const pages: readonly string[] = ['html', 'xhtml', 'ixbrl_esma', 'ixbrl_other'] satisfies readonly DocumentClass[];

const mediumOf = (documentClass: string): string => (pages.includes(documentClass) ? 'page' : documentClass);

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
