import type { ITopicMetadata } from 'kafkajs';
import { type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { identityTopic } from './log-identity.ts';
import { largestRecordBytes } from './prepare.ts';

/** A topic as it is to be. */
export interface WantedTopic {
  readonly topic: string;
  readonly partitions: number;
  readonly replication: number;
  /** What it is created with. */
  readonly configs: Readonly<Record<string, string>>;
  /** What brokers have by themselves; not every one lets it be said. */
  readonly defaults: Readonly<Record<string, string>>;
}

export interface TopicDifferences {
  /** One sentence each. */
  readonly differences: readonly string[];
  /** One of them loses records or refuses them; the others are a matter of size. */
  readonly matters: boolean;
}

/** Every topic of this program, and that of the log's identity. */
export function wantedTopics(
  prefix: string,
  { partitions, replication }: { readonly partitions: number; readonly replication: number },
): readonly WantedTopic[] {
  const durability = { ...(replication >= 3 ? { [leastInSync]: '2' } : {}) };
  const defaults = { 'unclean.leader.election.enable': 'false' };
  const wanted = topicNames.map((name) => {
    const configs = { ...configsOf(name), ...durability };
    return { topic: `${prefix}${name}`, partitions, replication, configs, defaults };
  });
  const configs = { 'cleanup.policy': 'compact', 'retention.ms': '-1', ...durability };
  return [...wanted, { topic: identityTopic(prefix), partitions: 1, replication, configs, defaults }];
}

const leastInSync = 'min.insync.replicas';

/** The largest that brokers take: as many milliseconds as there may be. */
const withoutLimit = String(2n ** 63n - 1n);

function configsOf(name: TopicName): Readonly<Record<string, string>> {
  const { cleanup, retentionMs } = topics[name];
  return {
    'cleanup.policy': cleanup,
    'retention.ms': String(retentionMs ?? -1),
    'retention.bytes': '-1',
    'message.timestamp.type': 'CreateTime',
    // Brokers refuse what is an hour ahead of their own clock unless they are told otherwise.
    'message.timestamp.after.max.ms': withoutLimit,
    'max.message.bytes': String(largestRecordBytes),
  };
}

/** What is otherwise with a topic that is there. `configs` has those that the brokers told. */
export function differencesOf(
  want: WantedTopic,
  found: Pick<ITopicMetadata, 'partitions'>,
  configs: ReadonlyMap<string, string>,
): TopicDifferences {
  const differences: string[] = [];
  let matters = false;
  const partitions = found.partitions.length;
  if (partitions !== want.partitions) {
    differences.push(
      `it has ${partitions} partitions, not ${want.partitions}; the number stays, because keys would move to other partitions`,
    );
  }
  const replicas = Math.min(...found.partitions.map((partition) => partition.replicas.length));
  if (replicas !== want.replication) {
    differences.push(`it has ${replicas} replicas, not ${want.replication}`);
    matters ||= replicas < want.replication;
  }
  for (const [name, value] of Object.entries({ ...want.configs, ...want.defaults })) {
    const is = configs.get(name);
    if (is === undefined || is === value) continue;
    differences.push(`${name} is ${is}, not ${value}`);
    matters ||= name !== leastInSync || Number(is) < Number(value);
  }
  return { differences, matters };
}
