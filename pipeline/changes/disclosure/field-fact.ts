/** What the fold remembers of a disclosed field in one source. */
import type { Observation } from '../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../schemas/vocabulary.ts';
import { type Draft, type Fact, rememberedIds, sameLineage, seenNow, type Side, sideOf } from '../fact.ts';

/** A change that was told and rests on the side it names. */
export type Told = Draft & { readonly old: Side };

/** A change that one reading of a text shows. */
export type FieldDraft = Told & {
  /** Class of the document of that reading; null when it is not stated. */
  readonly documentClass: DocumentClass | null;
};

/** A value an operator did not believe, and what reads it. */
export type Dismissed = Pick<Side, 'value' | 'extractor' | 'extractorVersion'>;

/** The side is the newest reading that is believed; while a draft is open, what is established is the draft's `old`. */
export interface FieldFact extends Fact {
  readonly draft: FieldDraft | null;
  /** Hash of the newest bytes that show the value. */
  readonly seenHash: string | null;
  /** The newest change of the value that texts confirmed, and the newest one of its words: what goes back soon collapses. */
  readonly valueChange?: Told;
  readonly wordsChange?: Told;
  /** The newest reading is partial. */
  readonly isPartial?: true;
  readonly dismissed?: readonly Dismissed[];
}

/** What becomes of the memory beside the side when a reading is accepted. */
interface Kept {
  readonly draft?: FieldDraft | null;
  readonly valueChange?: Told | undefined;
  readonly wordsChange?: Told | undefined;
}

/** The observation as the believed reading of its field; only what is named stays, and what was dismissed. */
export function acceptedField(earlier: FieldFact | undefined, observation: Observation, kept: Kept = {}): FieldFact {
  const { draft = null, valueChange, wordsChange } = kept;
  return {
    ...sideOf(observation),
    ...seenNow(earlier, observation),
    seenHash: observation.sourceHash,
    draft,
    ...(valueChange === undefined ? {} : { valueChange }),
    ...(wordsChange === undefined ? {} : { wordsChange }),
    ...(earlier?.dismissed === undefined ? {} : { dismissed: earlier.dismissed }),
  };
}

/**
 * The believed value shown once more. Its evidence stays the first reading, unless the new one says it in other words or
 * another spelling, or read it in another way.
 */
export function shownAgain(fact: FieldFact, observation: Observation): FieldFact {
  if (!sameLineage(observation, fact) || observation.value !== fact.value || saysOtherwise(fact, observation)) {
    return acceptedField(fact, observation, fact);
  }
  const shown = {
    ...fact,
    seenAt: observation.observedAt,
    seenId: observation.id,
    seen: rememberedIds(fact, observation.id),
    seenHash: observation.sourceHash,
  };
  if (fact.isPartial !== true) return shown;
  const { isPartial: _isPartial, ...whole } = shown;
  return whole;
}

const saysOtherwise = (fact: FieldFact, observation: Observation): boolean =>
  observation.quote !== null &&
  observation.quote !== fact.quote &&
  (fact.quote === null || !isSameBytes(fact, observation));

/** Whether the observation was made from bytes that the believed value was read from. */
export const isSameBytes = ({ sourceHash, seenHash }: FieldFact, observation: Observation): boolean =>
  observation.sourceHash !== null && (observation.sourceHash === sourceHash || observation.sourceHash === seenHash);

/** The fact as it was before a change that turned out to be none. `seenAt` stays: what came later came later. */
export function backTo(fact: FieldFact, { old }: Told, kept: Kept = {}): FieldFact {
  const { valueChange, wordsChange } = kept;
  return {
    ...sideOf(old),
    seenAt: fact.seenAt,
    seenId: fact.seenId,
    seen: fact.seen,
    seenHash: old.sourceHash,
    draft: null,
    ...(valueChange === undefined ? {} : { valueChange }),
    ...(wordsChange === undefined ? {} : { wordsChange }),
    ...(fact.dismissed === undefined ? {} : { dismissed: fact.dismissed }),
  };
}

/** A reading in part: remembered, not believed, and no word on when the value was last seen. */
export const partlyRead = (fact: FieldFact, observation: Observation): FieldFact => ({
  ...fact,
  seen: rememberedIds(fact, observation.id),
  isPartial: true,
});

const valuesDismissed = 8;

/** The fact without its draft, whose value the operator did not believe. */
export function withDismissed(fact: FieldFact, draft: FieldDraft): FieldFact {
  const { value, extractor, extractorVersion } = fact;
  const dismissed = [...(fact.dismissed ?? []), { value, extractor, extractorVersion }].slice(-valuesDismissed);
  return { ...backTo(fact, draft, fact), dismissed };
}

export const isDismissed = (fact: FieldFact, observation: Observation): boolean =>
  fact.dismissed?.some(({ value, ...lineage }) => value === observation.value && sameLineage(lineage, observation)) ===
  true;
