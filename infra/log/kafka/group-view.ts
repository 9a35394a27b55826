import type { Admin } from 'kafkajs';
import { type TopicName, topicNames } from '../../../schemas/topics.ts';
import type { CommittedOffset } from '../log.ts';
import { createClients } from './connect.ts';
import { kafkaError } from './kafka-errors.ts';
import type { KafkaOptions } from './kafka-options.ts';

/** What groups tell of themselves at the brokers, for those who are no member. Errors as of `openKafkaLog`. */
export interface GroupView {
  /** What the members of a group told of each partition, by `<topic>/<partition>`; nothing where they told nothing yet. */
  readonly committedOffsets: (
    group: string,
    topics: readonly TopicName[],
  ) => Promise<ReadonlyMap<string, CommittedOffset>>;
  /** Processes that are members of the group now. */
  readonly members: (group: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Looks at the groups of a prefix. Nothing is connected before it is asked. */
export function openGroupView(options: KafkaOptions): GroupView {
  const { prefix = 'attestry.' } = options;
  const { kafka } = createClients(options);
  let opened: Promise<Admin> | null = null;

  const connect = async (): Promise<Admin> => {
    const admin = kafka.admin();
    await admin.connect();
    return admin;
  };
  const ask = async <T>(doing: string, work: (admin: Admin) => Promise<T>): Promise<T> => {
    opened ??= connect();
    const current = opened;
    try {
      return await work(await current);
    } catch (error) {
      if (opened === current) opened = null;
      current.then((admin) => admin.disconnect()).catch(() => undefined);
      throw kafkaError(error, doing);
    }
  };

  return {
    committedOffsets: (group, topics) =>
      ask(`reading the offsets of ${prefix}${group}`, async (admin) => {
        const found = await admin.fetchOffsets({
          groupId: `${prefix}${group}`,
          topics: topics.map((topic) => `${prefix}${topic}`),
        });
        const told = new Map<string, CommittedOffset>();
        for (const { topic, partitions } of found) {
          const name = topicNames.find((one) => `${prefix}${one}` === topic);
          for (const { partition, offset, metadata } of partitions) {
            if (name === undefined || Number(offset) < 0) continue;
            told.set(`${name}/${partition}`, { offset: Number(offset), metadata: metadata ?? '' });
          }
        }
        return told;
      }),
    members: (group) =>
      ask(`looking for members of ${prefix}${group}`, async (admin) => {
        const { groups } = await admin.describeGroups([`${prefix}${group}`]);
        return groups.reduce((sum, { members }) => sum + members.length, 0);
      }),
    close: async () => {
      await opened?.then((admin) => admin.disconnect()).catch(() => undefined);
      opened = null;
    },
  };
}
