import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import { revisable } from '../../build-change.ts';
import { sameLineage } from '../../fact.ts';
import { compareField } from './compare.ts';
import { backTo, type FieldDraft, type FieldFact, isSameBytes, shownAgain, sighted } from './field-fact.ts';
import { kindsOf } from './field-finding.ts';
import { type FieldOutcome, type FieldReading, isSameValue, isStructuredReading } from './field-reading.ts';
import { findingOf, tell } from './tell-field.ts';

const hour = 3_600_000;

/** A text that shows a value is borne out by another capture of it after so long, milliseconds (domain 4.3). */
const secondCaptureAfter = 6 * hour;

/**
 * What a reading makes of an open draft: it bears the value out, shows it too soon to say, or shows another value; then
 * the draft is withdrawn, and the reading is compared with what was established before it.
 */
export function decideDraft(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  if (!isSameValue(reading, fact.value)) return withdraw(fact, draft, reading);
  // A name without its identifier fits the party of before as well as the new one.
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
  const change = tell(reading, finding, draft.old, draft);
  const shown = shownAgain(fact, observation);
  const { valueChange: _earlier, wordsChange: _words, identified: _identified, ...established } = shown;
  const armed = isStructured ? {} : { valueChange: revisable(change, finding, draft.old) };
  return { fact: { ...established, draft: null, ...armed }, changes: [change] };
}

/** Structured, settled, or a second capture: some hours later, or of another medium. */
function bearsOut(fact: FieldFact, draft: FieldDraft, { observation, standing }: FieldReading): boolean {
  if (isStructuredReading(observation) || standing.isSettled) return true;
  // The same bytes through another lens are no second capture.
  if (!sameLineage(observation, fact) && isSameBytes(fact, observation)) return false;
  if (observation.observedAt - draft.detectedAt >= secondCaptureAfter) return true;
  return !isSameBytes(fact, observation) && isOtherMedium(draft.documentClass, observation.documentClass);
}

/** A class that is not stated is not known to be another; pages are one medium, whatever their mark-up. */
const isOtherMedium = (first: string | null, second: string | null): boolean =>
  first !== null && second !== null && mediumOf(first) !== mediumOf(second);

const pages: readonly string[] = ['html', 'xhtml', 'ixbrl_esma', 'ixbrl_other'] satisfies readonly DocumentClass[];

const mediumOf = (documentClass: string): string => (pages.includes(documentClass) ? 'page' : documentClass);

function withdraw(fact: FieldFact, draft: FieldDraft, reading: FieldReading): FieldOutcome {
  const finding = findingOf(fact, reading, {
    kind: draft.kind,
    changeKind: 'corrected',
    stage: 'superseded',
    sense: 'value',
    comparable: true,
    old: draft.old,
    new: fact,
    quotes: { prior: fact.quote, now: reading.observation.quote },
    wasNotable: draft.notableAt !== null,
  });
  const withdrawn = tell(reading, finding, draft.old, draft);
  const { fact: next, changes } = compareField(backTo(fact, draft, fact), reading);
  return { fact: next, changes: [withdrawn, ...changes] };
}
