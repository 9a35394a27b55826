import type { ITopicMetadata } from 'kafkajs';
import { type TopicName, topicNames, topics } from '../../../../schemas/topics.ts';
import { identityTopic } from './log-identity.ts';
import { largestRecordBytes } from '../wire/sendable-record.ts';
import { dayMs } from '../../../../schemas/values/durations.ts';

/** The required definition of a topic. */
export interface WantedTopic {
  readonly topic: string;
  readonly partitions: number;
  readonly replication: number;
  /** Configuration at its creation. */
  readonly configs: Readonly<Record<string, string>>;
  /** Values that brokers have by default; not every broker allows setting them. */
  readonly defaults: Readonly<Record<string, string>>;
}

export interface TopicDifferences {
  /** One sentence each. */
  readonly differences: readonly string[];
  /** A difference makes the topic lose or reject records; the others only affect its size. */
  readonly matters: boolean;
}

/** Every topic of this program, and the topic of the log's identity. */
export function wantedTopics(
  prefix: string,
  { partitions, replication }: { readonly partitions: number; readonly replication: number },
): readonly WantedTopic[] {
  const durability = { ...(replication >= 3 ? { [minInSync]: '2' } : {}) };
  const defaults = { 'unclean.leader.election.enable': 'false' };
  const wanted = topicNames.map((name) => {
    const configs = { ...configsOf(name), ...durability };
    return { topic: `${prefix}${name}`, partitions, replication, configs, defaults };
  });
  const configs = { 'cleanup.policy': 'compact', 'retention.ms': '-1', ...durability };
  return [...wanted, { topic: identityTopic(prefix), partitions: 1, replication, configs, defaults }];
}

const minInSync = 'min.insync.replicas';

/** The largest number of milliseconds that brokers accept. */
const withoutLimit = String(2n ** 63n - 1n);

function configsOf(name: TopicName): Readonly<Record<string, string>> {
  const { cleanup, retentionMs } = topics[name];
  return {
    'cleanup.policy': cleanup,
    'retention.ms': String(retentionMs ?? -1),
    'retention.bytes': '-1',
    'message.timestamp.type': 'CreateTime',
    // By default, brokers reject timestamps that are an hour ahead of their own clock.
    'message.timestamp.after.max.ms': withoutLimit,
    'max.message.bytes': String(largestRecordBytes),
  };
}

/**
 * Settings of a topic by which brokers delete records that must stay, one sentence each with the value that is configured
 * and the one that is needed. `configs` has the values that the brokers returned.
 */
export function deletingSettings(name: TopicName, configs: ReadonlyMap<string, string>): readonly string[] {
  const { cleanup, retentionMs } = topics[name];
  const findings: string[] = [];
  const policy = configs.get('cleanup.policy');
  if (policy !== undefined && policy !== cleanup) {
    const effect =
      cleanup === 'delete'
        ? 'records that a later one of their key replaces are deleted'
        : deletesByAge(policy, configs);
    findings.push(`cleanup.policy is ${policy} and must be ${cleanup}: ${effect}`);
  }
  // Brokers apply retention only to a topic whose policy has `delete`.
  if (!(policy ?? cleanup).includes('delete')) return findings;
  const [ms, bytes] = [configs.get('retention.ms'), configs.get('retention.bytes')];
  if (ms !== undefined && ms !== '-1' && (retentionMs === null || Number(ms) < retentionMs)) {
    const needed = retentionMs === null ? 'for ever (-1)' : `for ${daysIn(retentionMs)} (${retentionMs})`;
    findings.push(
      `retention.ms is ${ms}, so records are deleted after ${daysIn(Number(ms))}; they must be kept ${needed}`,
    );
  }
  if (bytes !== undefined && bytes !== '-1') {
    findings.push(`retention.bytes is ${bytes}, so a larger partition loses its oldest records; it must be -1`);
  }
  return findings;
}

const deletesByAge = (policy: string, configs: ReadonlyMap<string, string>): string =>
  policy.includes('delete') && configs.get('retention.ms') !== '-1'
    ? 'old records are deleted, also the newest of a key'
    : 'older records of a key stay';

const daysIn = (ms: number): string =>
  ms >= dayMs ? `${Math.round((10 * ms) / dayMs) / 10} days` : `${Math.round(ms / 1_000)} s`;

/** How an existing topic differs from its definition. `configs` has the values that the brokers returned. */
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
    matters ||= name !== minInSync || Number(is) < Number(value);
  }
  return { differences, matters };
}
