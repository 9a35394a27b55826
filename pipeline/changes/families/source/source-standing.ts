import type { Observation } from '../../../../schemas/generated/records.ts';
import type { FamilySteps } from '../family.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { baselineOf, sourceStateOf, valueOf } from './source-state.ts';

/** State of the document that a reading was taken from. */
export interface SourceStanding {
  /** The capture is suspect: readings from it are ignored. */
  readonly isSuspect: boolean;
  /** Three captures over 72 hours agree on this text: what it lacks was removed, not truncated. */
  readonly isSettled: boolean;
  /** When the document was last rewritten past comparison, milliseconds; null when it never was. */
  readonly rewrittenAt: number | null;
}

/** A source without captures. */
export const noSource: SourceStanding = { isSuspect: false, isSettled: false, rewrittenAt: null };

/** State of the document that an observation was read from, by its source and the hash of its bytes. */
export function sourceStandingOf(state: KeyedState, observation: Observation): SourceStanding {
  const source = sourceStateOf(state, observation);
  if (source === undefined) return noSource;
  const { sourceHash } = observation;
  return {
    // Without a hash, the capture of the reading is unknown: any open doubt counts.
    isSuspect: sourceHash === null ? source.doubt !== null : source.suspectHashes.includes(sourceHash),
    isSettled: sourceHash !== null && source.settledHashes.includes(sourceHash),
    rewrittenAt: source.rewrittenAt,
  };
}

/** A step of a family: nothing is taken from a capture in doubt. */
export const fromSoundCapture: NonNullable<FamilySteps<unknown>['follow']> = (_value, { state, observation }) =>
  sourceStandingOf(state, observation).isSuspect ? 'ignored' : 'followed';

/** `maskedHash` (text without numbers and dates) of the newest accepted capture; null when there is none. */
export function textOf(
  state: KeyedState,
  { assetId, sourceKey }: Pick<Observation, 'assetId' | 'sourceKey'>,
): string | null {
  const baseline = baselineOf(state, { assetId, sourceKey });
  return baseline === null ? null : valueOf(baseline.good).maskedHash;
}
