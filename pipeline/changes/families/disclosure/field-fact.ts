/** What the fold remembers of a disclosed field in one source. */
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { type Draft, type Fact, rememberedIds, sameLineage, seenNow, type Side, sideOf } from '../../fact.ts';
import { omitsIdentifier } from './field-value.ts';

/** A change that was told and rests on the side it names. */
export type Told = Draft & { readonly old: Side };

/** A change that one reading of a text shows. */
export type FieldDraft = Told & {
  /** Class of the document of that reading; null when it is not stated. */
  readonly documentClass: DocumentClass | null;
};

/** A value an operator did not believe, what reads it, and from which words. */
export interface Dismissed extends Pick<Side, 'value' | 'quote' | 'extractor' | 'extractorVersion'> {
  /** The text it was read from, where no passage is quoted; null when nothing tells texts apart. */
  readonly text: string | null;
}

/** The side is the newest reading that is believed; while a draft is open, what is established is the draft's `old`. */
export interface FieldFact extends Fact {
  readonly draft: FieldDraft | null;
  /** Hash of the newest bytes that show the value. */
  readonly seenHash: string | null;
  /**
   * The reading that last stated identifiers of parties which what is established names without them: a reading with
   * other identifiers replaces those parties, although the name alone is the same.
   */
  readonly identified?: Side;
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
  readonly identified?: Side | undefined;
}

/** The observation as the believed reading of its field; only what is named stays, and what was dismissed. */
export function acceptedField(earlier: FieldFact | undefined, observation: Observation, kept: Kept = {}): FieldFact {
  const { draft = null } = kept;
  return {
    ...sideOf(observation),
    ...seenNow(earlier, observation),
    seenHash: observation.sourceHash,
    draft,
    ...memoryOf(kept, earlier),
  };
}

const memoryOf = (
  { valueChange, wordsChange, identified }: Kept,
  earlier: FieldFact | undefined,
): Pick<FieldFact, 'valueChange' | 'wordsChange' | 'identified' | 'dismissed'> => ({
  ...(valueChange === undefined ? {} : { valueChange }),
  ...(wordsChange === undefined ? {} : { wordsChange }),
  ...(identified === undefined ? {} : { identified }),
  ...(earlier?.dismissed === undefined ? {} : { dismissed: earlier.dismissed }),
});

/** The newest reading with the identifiers of parties that the observation, which names the same ones, does not state. */
export function identifiedBeside(fact: FieldFact, { field, value }: Observation): Side | undefined {
  // While a draft is open, it belongs to what is established.
  if (fact.draft !== null || value === fact.value) return fact.identified;
  const later = typed(value);
  const side = [fact.identified, fact].find(
    (earlier) => earlier !== undefined && omitsIdentifier(field, typed(earlier.value), later),
  );
  return side === undefined ? undefined : sideOf(side);
}

const typed = (value: string | null): FieldValue => (value === null ? null : (JSON.parse(value) as FieldValue));

/**
 * The believed value shown once more. Its evidence stays the first reading, unless the new one says it in other words or
 * another spelling, or read it in another way.
 */
export function shownAgain(fact: FieldFact, observation: Observation): FieldFact {
  if (!sameLineage(observation, fact) || observation.value !== fact.value || saysOtherwise(fact, observation)) {
    return acceptedField(fact, observation, { ...fact, identified: identifiedBeside(fact, observation) });
  }
  const shown = { ...sighted(fact, observation), seenHash: observation.sourceHash };
  if (fact.isPartial !== true) return shown;
  const { isPartial: _isPartial, ...whole } = shown;
  return whole;
}

/** The observation as the newest reading, which tells nothing new. */
export const sighted = (fact: FieldFact, observation: Observation): FieldFact => ({
  ...fact,
  ...seenNow(fact, observation),
});

const saysOtherwise = (fact: FieldFact, observation: Observation): boolean =>
  observation.quote !== null &&
  observation.quote !== fact.quote &&
  (fact.quote === null || !isSameBytes(fact, observation));

/** Whether the observation was made from bytes that the believed value was read from. */
export const isSameBytes = ({ sourceHash, seenHash }: FieldFact, observation: Observation): boolean =>
  observation.sourceHash !== null && (observation.sourceHash === sourceHash || observation.sourceHash === seenHash);

/** The fact as it was before a change that turned out to be none. `seenAt` stays: what came later came later. */
export function backTo(fact: FieldFact, { old }: Told, kept: Kept = {}): FieldFact {
  return {
    ...sideOf(old),
    seenAt: fact.seenAt,
    seenId: fact.seenId,
    seen: fact.seen,
    seenHash: old.sourceHash,
    draft: null,
    ...memoryOf(kept, fact),
  };
}

/** A reading in part: remembered, not believed, and no word on when the value was last seen. */
export const partlyRead = (fact: FieldFact, observation: Observation): FieldFact => ({
  ...fact,
  seen: rememberedIds(fact, observation.id),
  isPartial: true,
});
