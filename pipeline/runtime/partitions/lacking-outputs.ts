import { identities, type TopicName, topics } from '../../../schemas/topics.ts';
import type { Output } from '../processor.ts';
import type { RuntimeDeps, Supervision } from '../role.ts';
import type { AssignedPartition } from './assignments.ts';
import { createReader } from './reader.ts';

/** Which outputs the log lacks, for input that an earlier state version processed. Topics that are kept for ever. */
export interface LackingOutputs {
  /** Reads what a partition has, once for each assignment. The result answers true once for each record that is lacking. */
  readonly of: (partition: number, assigned: AssignedPartition) => Promise<(output: Output) => boolean>;
  /** The partition is live: what was read is not needed any more. Returns how many records were lacking. */
  readonly forget: (partition: number) => number;
}

interface PartitionOutputs {
  readonly assigned: AssignedPartition;
  readonly written: ReadonlyMap<TopicName, Set<string>>;
  lacking: number;
}

type Identity = (value: unknown) => string;

/**
 * Outputs with the key of the input are in the partition of its number; those of a topic with another key may be in any, so
 * all of its partitions are read.
 */
export function createLackingOutputs(
  deps: Pick<RuntimeDeps, 'log' | 'codec'>,
  {
    name,
    input,
    outputs,
  }: { readonly name: string; readonly input: TopicName; readonly outputs: readonly TopicName[] },
  supervision: Pick<Supervision, 'retry'>,
): LackingOutputs {
  const known = new Map<number, PartitionOutputs>();

  const identityOf = (topic: TopicName): Identity => {
    const identity = identities[topic];
    if (identity === undefined) throw new Error(`${name} folds its input again, and ${topic} has no identities`);
    return identity as Identity;
  };

  const read = async (partition: number, { assignment }: AssignedPartition): Promise<PartitionOutputs['written']> => {
    const reader = createReader(deps, supervision, assignment);
    const written = new Map<TopicName, Set<string>>();
    for (const topic of outputs.filter((one) => topics[one].cleanup !== 'compact')) {
      const identity = identityOf(topic);
      const ids = new Set<string>();
      const isElsewhere = topics[topic].key !== topics[input].key;
      for (const range of await reader.ranges(topic)) {
        if (range.partition !== partition && !isElsewhere) continue;
        for await (const { inputs } of reader.decoded({ topic, ...range, from: range.low })) {
          for (const { value } of inputs) ids.add(identity(value));
        }
      }
      written.set(topic, ids);
    }
    return written;
  };

  return {
    of: async (partition, assigned) => {
      let found = known.get(partition);
      if (found?.assigned !== assigned) {
        found = { assigned, written: await read(partition, assigned), lacking: 0 };
        known.set(partition, found);
      }
      const current = found;
      return ({ topic, value }) => {
        const ids = current.written.get(topic);
        const id = identityOf(topic)(value);
        if (ids === undefined || ids.has(id)) return false;
        ids.add(id);
        current.lacking += 1;
        return true;
      };
    },
    forget: (partition) => {
      const lacking = known.get(partition)?.lacking ?? 0;
      known.delete(partition);
      return lacking;
    },
  };
}
