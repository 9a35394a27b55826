import type { Observation } from '../../../../schemas/generated/records.ts';
import type { DisclosureSense } from '../../../impact/facts.ts';
import { revisable } from '../../build-change.ts';
import { isSameBytes } from '../../drafts/second-reading.ts';
import { sameLineage, type Side, sideOf } from '../../fact.ts';
import { isChain, isStructuredReading } from '../../evidence-grade.ts';
import { acceptedField, backTo, type FieldFact, identifiedBeside, shownAgain } from './field/field-fact.ts';
import { type FieldOutcome, type FieldReading, isFlip, isRewritten, isSameText } from './field/field-reading.ts';
import { isSpelledAlike } from '../../../documents/fields/field-value.ts';
import { statedValue } from '../../../documents/fields/known-values.ts';
import { looseForm } from '../../../documents/fields/normal-forms.ts';
import { findingOf, changeOf, returnedChange } from './field-change.ts';

/** The same value in another passage or, with `isOtherSpelling`, in another spelling. */
export function compareWording(fact: FieldFact, reading: FieldReading, isOtherSpelling: boolean): FieldOutcome {
  const { observation } = reading;
  const quiet: FieldOutcome = { fact: shownAgain(fact, observation), changes: [] };
  const isOtherPassage =
    observation.value !== null &&
    !isChain(observation.sourceKey) &&
    fact.quote !== null &&
    observation.quote !== null &&
    !isSameText(fact.quote, observation.quote);
  if (!isOtherSpelling && !isOtherPassage) return quiet;
  // With another extractor, the same bytes or a rewritten text, other words are not an edit by the source.
  if (!sameLineage(observation, fact) || isSameBytes(fact, observation) || isRewritten(fact, reading)) return quiet;
  const { wordsChange } = fact;
  if (wordsChange !== undefined && isFlip(reading, wordsChange) && hasSameText(wordsChange.old, observation)) {
    const restored = backTo(fact, wordsChange, { valueChange: fact.valueChange });
    return { fact: shownAgain(restored, observation), changes: [returnedChange(fact, reading, wordsChange)] };
  }
  const old = sideOf(fact);
  const finding = findingOf(fact, reading, {
    kind: 'wording_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    sense: isOtherSpelling ? senseOfSpelling(fact, reading) : senseOfWording(fact, observation),
    comparable: true,
  });
  const change = changeOf(reading, finding, old, null);
  const latest = isStructuredReading(observation) ? undefined : revisable(change, finding, old);
  return {
    fact: acceptedField(fact, observation, {
      valueChange: fact.valueChange,
      wordsChange: latest,
      identified: identifiedBeside(fact, observation),
    }),
    changes: [change],
  };
}

const senseOfWording = (fact: Side, { quote }: Observation): DisclosureSense =>
  looseForm(fact.quote ?? '') === looseForm(quote ?? '') ? 'spelling' : 'wording';

/** Two readings may name the same parties under other names or with other identifiers: then the value differs. */
const senseOfSpelling = ({ value: stated }: Side, { value }: FieldReading): DisclosureSense =>
  stated === null || isSpelledAlike(statedValue(stated), value) ? 'spelling' : 'value';

const hasSameText = (side: Side, { value, quote }: Observation): boolean =>
  isSameText(side.value, value) && isSameText(side.quote, quote);
