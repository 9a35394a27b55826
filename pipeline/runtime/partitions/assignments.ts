import type { Assignment, Chunk, CommittedOffset } from '../../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { Supervision } from '../role.ts';

/** State of an input partition on this instance; the README of this folder has the transitions. */
type PartitionState =
  /** Never assigned to this instance. */
  | 'foreign'
  /** Rows below `emittedUpTo` are read again: they change the state and emit nothing. */
  | 'restoring'
  /** Only in broadcast folds: rows are up to date, global records and outputs of earlier owners may not be. */
  | 'catchingUp'
  /** Rows and global records are processed as they arrive. */
  | 'live'
  /** Another instance owns the partition, or may own it: this instance writes nothing for it any more. */
  | 'fenced';

/** How far the outputs on the log reach. */
export interface OutputProgress {
  /** The outputs of input below this offset are on the log: an earlier owner or state version emitted them. */
  readonly emittedUpTo: number;
  /** Below this offset, an owner of this state version did. Between the two, the log may lack outputs of this version. */
  readonly completeUpTo: number;
}

/** A partition as it was assigned to this instance. */
export interface AssignedPartition extends OutputProgress {
  readonly assignment: Assignment;
}

/** `mark`: up to where an earlier version of the local state emitted outputs. Without a version, nothing is ever lacking. */
export function reachedBy({ committed }: Assignment, mark: number, stateVersion?: number): OutputProgress {
  const offset = committed?.offset ?? 0;
  const emittedUpTo = Math.max(offset, mark);
  if (stateVersion === undefined) return { emittedUpTo, completeUpTo: emittedUpTo };
  return { emittedUpTo, completeUpTo: committed?.metadata === versionMetadata(stateVersion) ? offset : 0 };
}

/** What a fold commits beside an offset: the state version whose outputs of all input below are on the log. */
export const versionMetadata = (stateVersion: number): string => `state ${stateVersion}`;

/** What becomes of the outputs of a record. */
export type EmitMode =
  /** They are on the log. */
  | 'nothing'
  /** An earlier state version emitted its own: those that the log lacks are written. */
  | 'lacking'
  | 'all';

/** The partitions of an input on this instance, each with its latest assignment and state. */
export interface Assignments {
  readonly of: (partition: number) => AssignedPartition;
  readonly stateOf: (partition: number) => PartitionState;
  readonly inState: (state: PartitionState) => readonly number[];
  /** foreign, or any state of an earlier assignment → restoring. */
  readonly assign: (partition: number, assignment: Assignment, reached: OutputProgress) => AssignedPartition;
  /** Moves an assigned partition to another state. */
  readonly enter: (partition: number, state: 'catchingUp' | 'live') => void;
  /** Next offset of the input, and whether all rows below `emittedUpTo` have been read. */
  readonly reached: (partition: number) => { readonly next: number; readonly isRestored: boolean };
  /** The offset to commit for the group. Null until the partition is live, since its state is behind that of others. */
  readonly offsetToCommit: (partition: number, metadata?: string) => CommittedOffset | null;
}

export function createAssignments(store: StateStore, input: TopicName): Assignments {
  const all = new Map<number, { readonly assigned: AssignedPartition; state: 'restoring' | 'catchingUp' | 'live' }>();
  const entryOf = (partition: number) => {
    const entry = all.get(partition);
    if (entry === undefined) throw new Error(`${input}, partition ${partition}, was never assigned`);
    return entry;
  };
  const stateOf = (partition: number): PartitionState => {
    const entry = all.get(partition);
    if (entry === undefined) return 'foreign';
    return entry.assigned.assignment.isOwned() ? entry.state : 'fenced';
  };
  const reached: Assignments['reached'] = (partition) => {
    const next = store.position(input, partition) ?? 0;
    return { next, isRestored: next >= entryOf(partition).assigned.emittedUpTo };
  };
  return {
    of: (partition) => entryOf(partition).assigned,
    stateOf,
    inState: (state) => [...all.keys()].filter((partition) => stateOf(partition) === state),
    assign: (partition, assignment, { emittedUpTo, completeUpTo }) => {
      const assigned = { assignment, emittedUpTo, completeUpTo };
      all.set(partition, { assigned, state: 'restoring' });
      return assigned;
    },
    enter: (partition, state) => {
      entryOf(partition).state = state;
    },
    reached,
    offsetToCommit: (partition, metadata = '') => {
      // Not `stateOf`: the last commit follows the revocation, when the partition is fenced.
      if (all.get(partition)?.state !== 'live') return null;
      const { next, isRestored } = reached(partition);
      return isRestored ? { offset: next, metadata } : null;
    },
  };
}

/** Commits unless the partition is fenced; then writes nothing and returns false. */
export const commitIfOwned = (
  supervision: Pick<Supervision, 'retry'>,
  store: StateStore,
  { assignment }: Pick<AssignedPartition, 'assignment'>,
  commit: StateCommit,
): Promise<boolean> =>
  supervision.retry(async () => {
    if (!assignment.isOwned()) return false;
    await store.commit(commit);
    return true;
  });

/** Cuts a chunk where the emitted outputs end, and where those of an earlier state version begin. */
export function splitAtEmitted(
  chunk: Chunk,
  { emittedUpTo, completeUpTo }: OutputProgress,
): readonly { readonly part: Chunk; readonly emitting: EmitMode }[] {
  const emittingOf = (offset: number): EmitMode =>
    offset >= emittedUpTo ? 'all' : offset < completeUpTo ? 'nothing' : 'lacking';
  return (['nothing', 'lacking', 'all'] as const).flatMap((emitting) => {
    const records = chunk.records.filter(({ offset }) => emittingOf(offset) === emitting);
    return records.length === 0 ? [] : [{ part: { ...chunk, records }, emitting }];
  });
}
