/** State of a disclosed field in one source. */
import type { Observation } from '../../../../../schemas/generated/records.ts';
import { isSameBytes } from '../../../drafts/second-reading.ts';
import { type Draft, type Fact, sameLineage, type Side, sideOf } from '../../../fact.ts';
import { rememberedIds } from '../../../../../schemas/values/seen-ids.ts';
import { omitsIdentifier } from '../../../../documents/fields/field-value.ts';
import { statedValue } from '../../../../documents/fields/known-values.ts';

/** An emitted change that a later reading can revise, with the reading it started from. */
export type RevisableChange = Draft & { readonly old: Side };

/** A change that only one reading of a text shows. */
export type FieldDraft = RevisableChange & {
  /** Document class of that reading; null when it is unknown. */
  readonly documentClass: string | null;
};

/** A value that an operator dismissed, with its extractor and passage. */
export interface DismissedValue extends Pick<Side, 'value' | 'quote' | 'extractor' | 'extractorVersion'> {
  /** Hash of the text it was read from, used when no passage is quoted; null when the text has no hash. */
  readonly text: string | null;
}

/** The side is the newest accepted reading. While a draft is open, the established value is the draft's `old`. */
export interface FieldFact extends Fact {
  readonly draft: FieldDraft | null;
  /** Hash of the newest bytes that show the value. */
  readonly seenHash: string | null;
  /**
   * The last reading that stated identifiers of parties, if the established reading names the same parties without them. A
   * reading with other identifiers then replaces these parties, even if the names are equal.
   */
  readonly identified?: Side;
  /** The newest confirmed change of the value in texts, and the newest one of its wording: a quick return revises it. */
  readonly valueChange?: RevisableChange;
  readonly wordsChange?: RevisableChange;
  /** The newest reading is partial. */
  readonly isPartial?: true;
  readonly dismissed?: readonly DismissedValue[];
}

/** The members of the state, beside the side, that stay when a reading is accepted. */
interface RetainedValue {
  readonly draft?: FieldDraft | null;
  readonly valueChange?: RevisableChange | undefined;
  readonly wordsChange?: RevisableChange | undefined;
  readonly identified?: Side | undefined;
}

/** The fact with the observation as its accepted reading. Of the earlier state, only `retained` and `dismissed` stay. */
export function acceptedField(
  earlier: FieldFact | undefined,
  observation: Observation,
  retained: RetainedValue = {},
): FieldFact {
  const { id, value, quote, sourceUrl, sourceHash, artifactId, observedAt } = observation;
  // Written out: V8 builds a literal many times faster than a spread with further members.
  const fact = {
    id,
    value,
    quote,
    sourceUrl,
    sourceHash,
    artifactId,
    observationSha256: observation.observationSha256,
    extractor: observation.extractor,
    extractorVersion: observation.extractorVersion,
    extractionRule: observation.extractionRule,
    seenAt: observedAt,
    seenId: id,
    seen: rememberedIds(earlier, id),
    seenHash: sourceHash,
    draft: retained.draft ?? null,
  };
  return withRetained(fact, retained, earlier?.dismissed);
}

/** Most facts retain nothing; then no object is copied. */
function withRetained(
  fact: FieldFact,
  { valueChange, wordsChange, identified }: RetainedValue,
  dismissed: FieldFact['dismissed'],
): FieldFact {
  if ((valueChange ?? wordsChange ?? identified ?? dismissed) === undefined) return fact;
  return {
    ...fact,
    ...(valueChange === undefined ? {} : { valueChange }),
    ...(wordsChange === undefined ? {} : { wordsChange }),
    ...(identified === undefined ? {} : { identified }),
    ...(dismissed === undefined ? {} : { dismissed }),
  };
}

/** The newest reading with party identifiers that the observation, which names the same parties, does not state. */
export function identifiedBeside(fact: FieldFact, { field, value }: Observation): Side | undefined {
  // While a draft is open, `identified` belongs to the established value.
  if (fact.draft !== null || value === fact.value) return fact.identified;
  const later = statedValue(value);
  const side = [fact.identified, fact].find(
    (earlier) => earlier !== undefined && omitsIdentifier(field, statedValue(earlier.value), later),
  );
  return side === undefined ? undefined : sideOf(side);
}

/**
 * The fact after another reading of its value. The first reading stays the evidence, unless the new one has another passage,
 * another spelling or another extractor.
 */
export function shownAgain(fact: FieldFact, observation: Observation): FieldFact {
  if (!sameLineage(observation, fact) || observation.value !== fact.value || hasOtherQuote(fact, observation)) {
    return acceptedField(fact, observation, { ...fact, identified: identifiedBeside(fact, observation) });
  }
  const { id, observedAt, sourceHash } = observation;
  const seen = rememberedIds(fact, id);
  const shown: FieldFact = { ...fact, seenAt: observedAt, seenId: id, seen, seenHash: sourceHash };
  if (fact.isPartial !== true) return shown;
  const { isPartial: _isPartial, ...whole } = shown;
  return whole;
}

/** The fact with the observation as its newest reading and without any other update. */
export const sighted = (fact: FieldFact, observation: Observation): FieldFact => ({
  ...fact,
  seenAt: observation.observedAt,
  seenId: observation.id,
  seen: rememberedIds(fact, observation.id),
});

const hasOtherQuote = (fact: FieldFact, observation: Observation): boolean =>
  observation.quote !== null &&
  observation.quote !== fact.quote &&
  (fact.quote === null || !isSameBytes(fact, observation));

/** The fact before a change that was withdrawn. `seenAt` stays, so that older readings are still recognized as late. */
export function backTo(fact: FieldFact, { old }: RevisableChange, retained: RetainedValue = {}): FieldFact {
  const { seenAt, seenId, seen } = fact;
  const before = { ...sideOf(old), seenAt, seenId, seen, seenHash: old.sourceHash, draft: null };
  return withRetained(before, retained, fact.dismissed);
}

/** The fact after a partial reading: its id is stored, its value is not accepted, and `seenAt` stays. */
export const partlyRead = (fact: FieldFact, observation: Observation): FieldFact => ({
  ...fact,
  seen: rememberedIds(fact, observation.id),
  isPartial: true,
});
