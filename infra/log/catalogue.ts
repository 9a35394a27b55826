import { randomUUID } from 'node:crypto';
import { type Environment as EnvironmentName, type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { dataFormat } from '../../schemas/data-format.ts';
import { refuseOtherFormat } from '../data-format.ts';
import { UsageError } from '../errors.ts';
import type { Environment } from './lmdb/environment.ts';
import { slotOf } from './lmdb/keys.ts';

/** A topic as stored in the log. */
interface TopicEntry {
  readonly id: number;
  readonly partitions: number;
  readonly environment: EnvironmentName;
  readonly compact: boolean;
}

export interface Catalogue {
  readonly logId: string;
  readonly topic: (name: TopicName) => TopicEntry;
  /** Throws when the topic has no such partition. */
  readonly slot: (name: TopicName, partition: number) => number;
}

type StoredTopics = Readonly<Record<string, { readonly id: number; readonly partitions: number } | undefined>>;

const maxPartitions = 1024;

/**
 * Reads the topics of the log and adds missing ones with `partitions` partitions. A stored count never changes, because keys
 * would move to other partitions.
 */
export function openCatalogue(
  environments: Readonly<Record<EnvironmentName, Environment>>,
  settings: { readonly prefix: string; readonly partitions: number; readonly directory: string },
): Catalogue {
  const { partitions, prefix, directory } = settings;
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > maxPartitions) {
    throw new UsageError(`A topic has 1 to ${maxPartitions} partitions, not ${partitions}.`);
  }
  const logId = agreeOnLogId(environments, directory);
  const stored = {
    data: storeTopics(environments.data, 'data', prefix, partitions),
    accounts: storeTopics(environments.accounts, 'accounts', prefix, partitions),
  };
  const entries = new Map<TopicName, TopicEntry>();
  for (const name of topicNames) {
    const { environment, cleanup } = topics[name];
    const found = stored[environment][`${prefix}${name}`];
    if (found !== undefined) entries.set(name, { ...found, environment, compact: cleanup === 'compact' });
  }

  const topic = (name: TopicName): TopicEntry => {
    const entry = entries.get(name);
    if (entry === undefined) {
      throw new UsageError(`The log in ${directory} has no topic ${prefix}${name}: start the service on it once.`);
    }
    return entry;
  };
  const slot = (name: TopicName, partition: number): number => {
    const entry = topic(name);
    if (!Number.isInteger(partition) || partition < 0 || partition >= entry.partitions) {
      throw new RangeError(`topic ${name} has partitions 0 to ${entry.partitions - 1}, not ${partition}`);
    }
    return slotOf(entry.id, partition);
  };
  return { logId, topic, slot };
}

/** Both environments store the id of the log, which reveals that only one of them was replaced. */
function agreeOnLogId(environments: Readonly<Record<EnvironmentName, Environment>>, directory: string): string {
  // Both before either is written to: one of them may be missing.
  for (const { meta, refresh } of Object.values(environments)) {
    refresh();
    if (meta.get('logId') !== undefined) refuseOtherFormat(meta.get('dataFormat'), { what: directory, by: 'path' });
  }
  const logId = storedLogId(environments.data, directory, randomUUID());
  const other = storedLogId(environments.accounts, directory, logId);
  if (other !== logId) {
    throw new UsageError(
      `${directory}: log/data and log/accounts belong to different logs (${logId} and ${other}). Restore both from the same backup.`,
    );
  }
  return logId;
}

function storedLogId(environment: Environment, directory: string, proposal: string): string {
  const { meta, readOnly } = environment;
  environment.refresh();
  const stored = meta.get('logId');
  if (typeof stored === 'string') return stored;
  if (readOnly) throw new UsageError(`${directory} holds no log yet: start the service on it once.`);
  return environment.transactionSync(() => {
    const meanwhile = meta.get('logId');
    if (typeof meanwhile === 'string') return meanwhile;
    meta.putSync('dataFormat', dataFormat);
    meta.putSync('logId', proposal);
    return proposal;
  });
}

function storeTopics(
  environment: Environment,
  name: EnvironmentName,
  prefix: string,
  partitions: number,
): StoredTopics {
  const { meta, readOnly } = environment;
  const wanted = topicNames.filter((topic) => topics[topic].environment === name).map((topic) => `${prefix}${topic}`);
  const read = (): StoredTopics => (meta.get('topics') ?? {}) as StoredTopics;
  const stored = read();
  if (readOnly || wanted.every((topic) => stored[topic] !== undefined)) return stored;
  return environment.transactionSync(() => {
    const all: Record<string, { id: number; partitions: number } | undefined> = { ...read() };
    let id = Object.values(all).reduce((highest, topic) => Math.max(highest, topic?.id ?? 0), 0);
    for (const topic of wanted) all[topic] ??= { id: ++id, partitions };
    meta.putSync('topics', all);
    return all;
  });
}
