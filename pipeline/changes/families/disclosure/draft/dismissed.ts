/** Readings that an operator dismissed. */
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { sameLineage } from '../../../fact.ts';
import { backTo, type DismissedValue, type FieldDraft, type FieldFact } from '../field/field-fact.ts';
import { looseForm } from '../../../../documents/fields/normal-forms.ts';

const valuesDismissed = 8;

/** The fact without its draft, whose value the operator dismissed. `text` is the hash of the document's current text. */
export function withDismissed(fact: FieldFact, draft: FieldDraft, text: string | null): FieldFact {
  const { value, quote, extractor, extractorVersion } = fact;
  const one: DismissedValue = { value, quote, extractor, extractorVersion, text: text ?? fact.seenHash };
  const others = (fact.dismissed ?? []).filter(
    (other) => other.value !== value || !sameLineage(other, one) || !isSamePassage(other.quote, quote),
  );
  return { ...backTo(fact, draft, fact), dismissed: [...others, one].slice(-valuesDismissed) };
}

/**
 * Whether an operator dismissed this reading: the same value by the same extractor from the same passage or, without a
 * passage, from the same text. Another passage is other evidence. `textOf` returns the hash of the document's current text.
 */
export const isDismissed = (fact: FieldFact, observation: Observation, textOf: () => string | null): boolean =>
  fact.dismissed?.some(
    ({ value, quote, text, ...lineage }) =>
      value === observation.value &&
      sameLineage(lineage, observation) &&
      isSamePassage(quote, observation.quote) &&
      (observation.quote !== null || text === null || text === (textOf() ?? observation.sourceHash)),
  ) === true;

const isSamePassage = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && looseForm(left) === looseForm(right));
