/** What a believed reading says about an established value without an open draft (domain 4.3, 5.1). */
import type { DisclosureField, FieldValue } from '../../../schemas/fields/field.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../schemas/vocabulary.ts';
import { buildChange, type InForce, revisable } from '../build-change.ts';
import { sameLineage, type Side, sideOf } from '../fact.ts';
import type { DisclosureSense } from '../../impact/facts.ts';
import type { Finding } from '../finding.ts';
import type { SourceStanding } from '../sources/source-standing.ts';
import { gradeOf, isChain } from './evidence.ts';
import {
  acceptedField,
  backTo,
  type FieldFact,
  identifiedBeside,
  isSameBytes,
  shownAgain,
  type Told,
} from './field-fact.ts';
import { fieldFinding, type FieldFound, kindsOf } from './field-finding.ts';
import { isSpelledAlike, sameLoosely } from './field-value.ts';
import { looseForm, strictForm } from './normal-forms.ts';

const hour = 3_600_000;

/** What goes back within this time was a flip of the text or of our lens, milliseconds. */
const flipWithin = 72 * hour;

/** A reading of a field whose value fits, from a document that is not suspect. */
export interface FieldReading {
  readonly field: DisclosureField;
  readonly observation: Observation;
  /** The observation's value as it is typed. */
  readonly value: FieldValue;
  readonly standing: SourceStanding;
  readonly inForce: () => InForce;
}

/** The fact after a reading, and what is told. */
export interface FieldOutcome {
  readonly fact: FieldFact;
  readonly changes: readonly Change[];
}

export function compareField(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation } = reading;
  if (isSameText(fact.value, observation.value)) return compareWords(fact, reading, false);
  if (isSameValue(reading, fact.value)) {
    const { identified, ...named } = fact;
    const isOther = identified !== undefined && !isSameValue(reading, identified.value);
    return isOther ? compareField({ ...named, ...identified }, reading) : compareWords(fact, reading, true);
  }
  const isOurLens = !sameLineage(observation, fact);
  if (isOurLens && isSameBytes(fact, observation)) {
    return tellOnce(fact, reading, {
      kind: 'value_corrected',
      changeKind: 'corrected',
      sense: 'reread',
      comparable: true,
      faint: true,
    });
  }
  const { valueChange } = fact;
  if (valueChange !== undefined && isFlip(reading, valueChange) && isSameValue(reading, valueChange.old.value)) {
    const restored = backTo(fact, valueChange);
    return andThen(tellReturned(fact, reading, valueChange), compareField(restored, reading));
  }
  if (isOurLens || isRewritten(fact, reading)) {
    return tellOnce(fact, reading, { ...kindsOf(fact.value, observation.value), sense: 'value', comparable: false });
  }
  return compareValues(fact, reading);
}

/** Another value, read in the same way from text that compares. */
function compareValues(fact: FieldFact, reading: FieldReading): FieldOutcome {
  const { observation, standing } = reading;
  const isStructured = isStructuredReading(observation);
  const isAtOnce = isStructured || standing.isSettled;
  const old = sideOf(fact);
  const finding = findingOf(fact, reading, {
    ...kindsOf(fact.value, observation.value),
    stage: isAtOnce ? 'confirmed' : 'draft',
    sense: 'value',
    comparable: true,
    removedBySource: !isStructured && standing.isSettled && observation.value === null,
  });
  const change = tell(reading, finding, old, null);
  const told = revisable(change, finding, old);
  if (!isAtOnce) {
    const documentClass = observation.documentClass as DocumentClass | null;
    return {
      fact: acceptedField(fact, observation, { ...fact, draft: { ...told, documentClass } }),
      changes: [change],
    };
  }
  return {
    fact: acceptedField(fact, observation, isStructured ? {} : { valueChange: told }),
    changes: [change],
  };
}

/** The same value in other words, or (`isOtherSpelling`) written otherwise. */
function compareWords(fact: FieldFact, reading: FieldReading, isOtherSpelling: boolean): FieldOutcome {
  const { observation } = reading;
  const quiet: FieldOutcome = { fact: shownAgain(fact, observation), changes: [] };
  const isOtherPassage =
    observation.value !== null &&
    !isChain(observation.sourceKey) &&
    fact.quote !== null &&
    observation.quote !== null &&
    !isSameText(fact.quote, observation.quote);
  if (!isOtherSpelling && !isOtherPassage) return quiet;
  // What another lens or another text says in other words is not the source's doing.
  if (!sameLineage(observation, fact) || isSameBytes(fact, observation) || isRewritten(fact, reading)) return quiet;
  const { wordsChange } = fact;
  if (wordsChange !== undefined && isFlip(reading, wordsChange) && saysTheSame(wordsChange.old, observation)) {
    const restored = backTo(fact, wordsChange, { valueChange: fact.valueChange });
    return { fact: shownAgain(restored, observation), changes: [tellReturned(fact, reading, wordsChange)] };
  }
  const old = sideOf(fact);
  const finding = findingOf(fact, reading, {
    kind: 'wording_changed',
    changeKind: 'changed',
    stage: 'confirmed',
    sense: isOtherSpelling ? senseOfSpelling(fact, reading) : senseOfWords(fact, observation),
    comparable: true,
  });
  const change = tell(reading, finding, old, null);
  const told = isStructuredReading(observation) ? undefined : revisable(change, finding, old);
  return {
    fact: acceptedField(fact, observation, {
      valueChange: fact.valueChange,
      wordsChange: told,
      identified: identifiedBeside(fact, observation),
    }),
    changes: [change],
  };
}

const senseOfWords = (fact: Side, { quote }: Observation): DisclosureSense =>
  looseForm(fact.quote ?? '') === looseForm(quote ?? '') ? 'spelling' : 'wording';

/** Parties may be the same by what both readings state, under another name or with other identifiers beside it. */
const senseOfSpelling = ({ value: stated }: Side, { value }: FieldReading): DisclosureSense =>
  stated === null || isSpelledAlike(JSON.parse(stated) as FieldValue, value) ? 'spelling' : 'value';

/** Equal in strict form. */
const isSameText = (left: string | null, right: string | null): boolean =>
  left === right || (left !== null && right !== null && strictForm(left) === strictForm(right));

const saysTheSame = (side: Side, { value, quote }: Observation): boolean =>
  isSameText(side.value, value) && isSameText(side.quote, quote);

/** Whether the reading states this value, in whatever spelling. */
export function isSameValue({ field, observation, value }: FieldReading, stated: string | null): boolean {
  if (observation.value === stated) return true;
  if (value === null || stated === null) return false;
  return sameLoosely(field.name, JSON.parse(stated) as FieldValue, value);
}

/** Chain state and tagged facts are established by one reading; a text needs a second one. */
export const isStructuredReading = (observation: Observation): boolean =>
  gradeOf(observation.sourceKey, observation) === 'structured';

const isFlip = ({ observation }: FieldReading, { detectedAt }: Told): boolean =>
  !isStructuredReading(observation) && observation.observedAt - detectedAt <= flipWithin;

/** The document was rewritten past comparison after the value was last seen. */
const isRewritten = ({ seenAt }: FieldFact, { standing: { rewrittenAt }, observation }: FieldReading): boolean =>
  rewrittenAt !== null && seenAt < rewrittenAt && rewrittenAt <= observation.observedAt;

/** The value went back: the change that was told becomes none. */
function tellReturned(fact: FieldFact, reading: FieldReading, told: Told): Change {
  const finding = findingOf(fact, reading, {
    kind: told.kind,
    changeKind: 'restored',
    stage: 'confirmed',
    sense: 'returned',
    comparable: true,
    faint: true,
    wasNotable: told.notableAt !== null,
  });
  return tell(reading, finding, told.old, told);
}

/** Told once, as what nothing follows from; the reading is the base of what follows. */
function tellOnce(fact: FieldFact, reading: FieldReading, part: Omit<Part, 'stage'>): FieldOutcome {
  const finding = findingOf(fact, reading, { ...part, stage: 'confirmed' });
  const change = tell(reading, finding, sideOf(fact), null);
  return { fact: acceptedField(fact, reading.observation), changes: [change] };
}

type Part = Omit<FieldFound, 'old' | 'new' | 'sourceKey' | 'observedAt' | 'wasNotable'> &
  Partial<Pick<FieldFound, 'old' | 'new' | 'wasNotable'>>;

/** What is found between the fact and the reading, unless the part names other sides. */
export const findingOf = (fact: Side, { field, observation }: FieldReading, part: Part): Finding =>
  fieldFinding(field, {
    old: fact,
    new: observation,
    sourceKey: observation.sourceKey,
    observedAt: observation.observedAt,
    wasNotable: false,
    ...part,
  });

/** The change record of a finding that the reading caused. */
export const tell = ({ observation, inForce }: FieldReading, finding: Finding, old: Side, draft: Told | null): Change =>
  buildChange(finding, { fact: observation, cause: observation, old, draft, ...inForce() });

const andThen = (change: Change, { fact, changes }: FieldOutcome): FieldOutcome => ({
  fact,
  changes: [change, ...changes],
});
