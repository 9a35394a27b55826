/** State of the instruments that one source states. */
import type { Observation } from '../../../../schemas/generated/records.ts';
import type { DocumentClass } from '../../../../schemas/vocabulary.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { type Draft, type Fact, factKey, type Side } from '../../fact.ts';
import type { Difference } from './differences.ts';
import type { Holdings } from './holdings.ts';

/** A set that changes are measured from. Single differences that a second capture confirmed are part of its members. */
export interface Established {
  readonly side: Side;
  readonly holdings: Holdings;
  /** Confirmed differences of the set as a whole, while others to the next set are open. */
  readonly confirmed?: readonly Difference[];
}

/** A difference that one capture alone shows. */
export interface OpenDifference {
  readonly difference: Difference;
  readonly draft: Draft & { readonly old: Side };
  readonly documentClass: DocumentClass | null;
}

/** The side is the newest reading. */
export interface CollateralFact extends Fact {
  /** Null until the source states a complete set. */
  readonly established: Established | null;
  readonly open: readonly OpenDifference[];
  /** Keys of the invalid identifiers that were stated. */
  readonly invalid: readonly string[];
}

/** The state of a source; members that an earlier version of this program did not store are as at the start. */
export function collateralOf(state: KeyedState, observation: Observation): CollateralFact | undefined {
  const fact = state.get<Fact & Partial<CollateralFact>>(factKey(observation));
  return fact === undefined
    ? undefined
    : { ...fact, established: fact.established ?? null, open: fact.open ?? [], invalid: fact.invalid ?? [] };
}
