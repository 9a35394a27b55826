import type { TSchema } from '@sinclair/typebox';
import type { ReviewValue, ValueOf } from '../../../schemas/facts.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import type { Category } from '../../../schemas/vocabulary.ts';
import type { KeyedState, Result } from '../../runtime/processor.ts';
import type { EndedFact, InForce } from '../build-change.ts';
import type { AssetParts, LinkedParty } from '../composition/parts.ts';
import type { DepartedSubject } from '../composition/summary.ts';
import type { Draft, Fact } from '../fact.ts';
import { accept, type Circumstances, type Decision } from '../finding.ts';

/** The observation, and the state with the other facts of its asset. */
export interface ObservedState {
  readonly state: KeyedState;
  readonly observation: Observation;
}

/** Compares a new value with the accepted one; `V` includes null where the fact may be not disclosed. */
export type Compare<V> = (seen: Circumstances<NonNullable<V>>, current: V, observed: ObservedState) => Decision;

/** `remembered`: the value is not compared, but the id of the observation is stored, so that it counts as seen. */
export type FollowDecision = 'followed' | 'ignored' | 'remembered';

export interface Departure {
  readonly assetId: string;
  readonly departed: readonly DepartedSubject[];
  /** Milliseconds. */
  readonly at: number;
}

/** The reading before, and the rules for changes that follow from this one. */
export interface DerivationContext {
  /** The fact before the value was accepted; undefined at its first reading. */
  readonly before: Fact | undefined;
  readonly inForce: () => InForce;
}

/** What follows from an accepted value for other facts of the asset. */
export interface DerivedChanges {
  readonly changes: readonly Change[];
  /** All parties that sources link to the asset; absent where they stay the same. */
  readonly links?: readonly LinkedParty[];
}

/** An operator's review of an open candidate or draft of a family. */
export interface ReviewRule {
  /** Category of the changes that are reviewed. */
  readonly category: Category;
  readonly hasField: (field: string) => boolean;
  /** Confirms or withdraws the change that the review names; no change when it is not open. */
  readonly apply: (review: ReviewValue, observed: ObservedState, inForce: InForce) => ReviewedChanges;
  /** Takes back the review in force of a change; no change when there is none. Absent: what is decided stays. */
  readonly reopen?: (review: ReviewValue, observed: ObservedState, inForce: InForce) => ReviewedChanges;
}

export interface ReviewedChanges extends DerivedChanges {
  /** What a later review needs to open the change again. */
  readonly decided?: Draft;
}

/** What a family does beside comparing two values. All are optional. */
export interface FamilySteps<V> {
  /** Whether the reading still concerns the asset; absent: always. */
  readonly follow?: (value: V, observed: ObservedState) => FollowDecision;
  /** The accepted value was read again. */
  readonly readAgain?: (fact: Fact, observed: ObservedState) => void;
  /** The value was accepted. */
  readonly accepted?: (value: V, observed: ObservedState) => void;
  /** Adds the accepted value to what the asset record and the subjects are composed of. */
  readonly compose?: (parts: AssetParts, value: V, observation: Observation, state: KeyedState) => AssetParts;
  /** Applies the value to the state in place of a comparison. It stores the fact, where there is one. */
  readonly apply?: (value: V, observed: ObservedState, inForce: InForce) => DerivedChanges;
  /** Deletes the facts about subjects that the asset no longer names, and returns those that end with a change. */
  readonly close?: (state: KeyedState, departure: Departure) => readonly EndedFact[];
  readonly reviewed?: ReviewRule;
  /** Which equal readings are processed as well: those of a later time than an open draft, which confirm it, or all. */
  readonly repeats?: 'drafts' | 'always';
  /** What follows for other facts of the asset, behind `compose`. */
  readonly derive?: (value: V, observed: ObservedState, given: DerivationContext) => DerivedChanges;
}

/** A family of facts: the shape of its values, and their comparison. */
export interface Family<S extends TSchema> extends FamilySteps<ValueOf<S>> {
  readonly shape: S;
  readonly compare: Compare<ValueOf<S>>;
}

/** A family whose changes follow from the comparison of two values. */
export const compared = <S extends TSchema>(
  shape: S,
  compare: Compare<ValueOf<S>>,
  steps: FamilySteps<ValueOf<S>> = {},
): Family<S> => ({ shape, compare, ...steps });

/** A family without changes: its values are input for the asset record, the subjects or other folds. */
export const stored = <S extends TSchema>(shape: S, steps: FamilySteps<ValueOf<S>> = {}): Family<S> =>
  compared(shape, () => accept, steps);

/** A family whose values are applied to facts of other families. */
export const applied = <S extends TSchema>(shape: S, apply: NonNullable<FamilySteps<ValueOf<S>>['apply']>): Family<S> =>
  stored(shape, { apply });

/** A family with a state of its own. It gets observations of every outcome. */
export interface FamilyFold {
  /** Why a value of the field is refused, as a sentence part; null when it is not. */
  readonly problem: (field: string, value: unknown) => string | null;
  /** `inForce` is read only where a change is built. */
  readonly apply: (
    state: KeyedState,
    observation: Observation,
    inForce: () => InForce,
  ) => Result & Pick<DerivedChanges, 'links'>;
  readonly reviewed?: ReviewRule;
}
