import type { Assignment, Chunk, CommittedOffset } from '../../../infra/log/log.ts';
import type { StateCommit, StateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { Supervision } from '../role.ts';

/** A partition that was given to this instance. */
export interface Assigned {
  readonly assignment: Assignment;
  /** What input below this offset caused was said, by whoever had the partition then. */
  readonly until: number;
}

/** The partitions of an input that were given to this instance, each as it was given last. */
export interface Assignments {
  readonly of: (partition: number) => Assigned;
  /** `mark`: up to where an earlier version has said everything. Returns `until`. */
  readonly take: (partition: number, assignment: Assignment, mark: number) => number;
  /** How far a partition is, for the group; null while its state is still behind what others have told. */
  readonly progress: (partition: number, note?: string) => CommittedOffset | null;
}

export function createAssignments(store: StateStore, input: TopicName): Assignments {
  const all = new Map<number, Assigned>();
  const of = (partition: number): Assigned => {
    const given = all.get(partition);
    if (given === undefined) throw new Error(`${input}, partition ${partition}, was never given out`);
    return given;
  };
  return {
    of,
    take: (partition, assignment, mark) => {
      const until = Math.max(assignment.committed?.offset ?? 0, mark);
      all.set(partition, { assignment, until });
      return until;
    },
    progress: (partition, note = '') => {
      const next = store.position(input, partition) ?? 0;
      return next < of(partition).until ? null : { offset: next, metadata: note };
    },
  };
}

/** Commits, unless the partition is or may be somebody else's by now: then nothing is written, and the answer is false. */
export const commitIfOwned = (
  supervision: Pick<Supervision, 'retry'>,
  store: StateStore,
  { assignment }: Assigned,
  commit: StateCommit,
): Promise<boolean> =>
  supervision.retry(async () => {
    if (!assignment.isOwned()) return false;
    await store.commit(commit);
    return true;
  });

/** A chunk cut where what was said ends. */
export function splitAtEmitted(
  chunk: Chunk,
  until: number,
): readonly { readonly part: Chunk; readonly isEmitted: boolean }[] {
  const said = chunk.records.filter(({ offset }) => offset < until);
  const news = said.length === 0 ? chunk.records : chunk.records.slice(said.length);
  return [
    ...(said.length === 0 ? [] : [{ part: { ...chunk, records: said }, isEmitted: true }]),
    ...(news.length === 0 ? [] : [{ part: { ...chunk, records: news }, isEmitted: false }]),
  ];
}
