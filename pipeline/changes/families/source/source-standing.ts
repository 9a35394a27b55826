import type { Observation } from '../../../../schemas/generated/records.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { baselineOf, sourceStateOf, valueOf } from './source-state.ts';

/** What is known of the document that a reading was taken from. */
export interface SourceStanding {
  /** The capture is in doubt: nothing that was read from it is believed. */
  readonly isSuspect: boolean;
  /** The capture is the one that three captures over 72 hours agree on: what it lacks is removed, not cut off. */
  readonly isSettled: boolean;
  /** When the document was last rewritten past comparison, milliseconds; null when it never was. */
  readonly rewrittenAt: number | null;
}

/** A document that nothing is known of. */
export const noSource: SourceStanding = { isSuspect: false, isSettled: false, rewrittenAt: null };

/** The standing of the document that an observation of a field was read from, by its source and the hash of its bytes. */
export function sourceStandingOf(state: KeyedState, observation: Observation): SourceStanding {
  const source = sourceStateOf(state, observation);
  if (source === undefined) return noSource;
  const { sourceHash } = observation;
  return {
    // Without a hash it is not known which capture it was read from.
    isSuspect: sourceHash === null ? source.doubt !== null : source.suspectHashes.includes(sourceHash),
    isSettled: sourceHash !== null && source.settledHashes.includes(sourceHash),
    rewrittenAt: source.rewrittenAt,
  };
}

/** Hash of what the document says, numbers aside, in the newest capture that is believed; null when none is known. */
export function textOf(
  state: KeyedState,
  { assetId, sourceKey }: Pick<Observation, 'assetId' | 'sourceKey'>,
): string | null {
  const baseline = baselineOf(state, { assetId, sourceKey });
  return baseline === null ? null : valueOf(baseline.good).maskedHash;
}
