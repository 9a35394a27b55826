import type { Change, Observation } from '../../../schemas/generated/records.ts';
import type { PlacedObservation } from './refold.ts';

/** Files of a source that were read together, as a capture names them. */
export interface Snapshot {
  readonly feed: string;
  /** Event time of everything read from it, milliseconds. */
  readonly asOf: number;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** All records of the log that a change depends on. */
export interface Evidence {
  /** All revisions of the change, oldest first, at least one. */
  readonly changes: readonly Change[];
  /**
   * The asset's observations up to the one that caused the newest revision, and the control records before it, in log
   * order. If a refold does not give that revision, all observations of the asset.
   */
  readonly observations: readonly PlacedObservation[];
  /** Files that the named observations of registers and lists were read from. */
  readonly snapshots: readonly Snapshot[];
}

/** The observations that a change can name: those of its asset, and control records, of which a tick can cause one. */
export const observationsOf = ({
  changes,
  observations,
}: Pick<Evidence, 'changes' | 'observations'>): readonly Observation[] =>
  observations.flatMap(({ observation }) =>
    observation.assetId === changes[0]?.assetId || observation.subjectKind === 'control' ? [observation] : [],
  );
