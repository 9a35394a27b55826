/** State of the instruments that one source states. */
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import type { OpenDraft } from '../../drafts/emit-drafts.ts';
import { type Fact, factKey, type Side } from '../../fact.ts';
import type { Difference } from './differences.ts';
import type { Holdings } from './holdings.ts';

/** A set that changes are measured from. Single differences that a second capture confirmed are part of its members. */
export interface AcceptedSet {
  readonly side: Side;
  readonly holdings: Holdings;
  /** Confirmed differences of the set as a whole, while others to the next set are open. */
  readonly confirmed?: readonly Difference[];
}

/** A difference that one capture alone shows. */
export type OpenDifference = OpenDraft<Difference>;

/** The side is the newest reading. */
export interface CollateralFact extends Fact {
  /** Null until the source states a complete set. */
  readonly established: AcceptedSet | null;
  readonly open: readonly OpenDifference[];
  /** Keys of the invalid identifiers that were stated. */
  readonly invalid: readonly string[];
}

export const collateralOf = (state: KeyedState, observation: Observation): CollateralFact | undefined =>
  state.get<CollateralFact>(factKey(observation));
