import type { Observation } from '../../../../schemas/generated/records.ts';
import type { SourceTrust } from '../../drafts/second-reading.ts';
import type { FamilySteps } from '../family.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import { baselineOf, sourceStateOf, valueOf } from './source-state.ts';

/** A source without captures. */
export const noSource: SourceTrust = { isSuspect: false, isSettled: false, rewrittenAt: null };

/** How far readings of the document that an observation was read from are accepted, by its source and the hash of its bytes. */
export function sourceTrustOf(state: KeyedState, observation: Observation): SourceTrust {
  const source = sourceStateOf(state, observation);
  if (source === undefined) return noSource;
  const { sourceHash } = observation;
  return {
    // Without a hash, the capture of the reading is unknown: any pending text counts.
    isSuspect: sourceHash === null ? source.pending !== null : source.suspectHashes.includes(sourceHash),
    isSettled: sourceHash !== null && source.settledHashes.includes(sourceHash),
    rewrittenAt: source.rewrittenAt,
  };
}

/** A step of a family: nothing is taken from a suspect capture. */
export const fromSoundCapture: NonNullable<FamilySteps<unknown>['follow']> = (_value, { state, observation }) =>
  sourceTrustOf(state, observation).isSuspect ? 'ignored' : 'followed';

/** `maskedHash` (text without numbers and dates) of the newest accepted capture; null when there is none. */
export function textOf(
  state: KeyedState,
  { assetId, sourceKey }: Pick<Observation, 'assetId' | 'sourceKey'>,
): string | null {
  const baseline = baselineOf(state, { assetId, sourceKey });
  return baseline === null ? null : valueOf(baseline.good).maskedHash;
}
