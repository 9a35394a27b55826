import type { Admin } from 'kafkajs';
import { type TopicName, topicNames } from '../../../../schemas/topics.ts';
import type { CommittedOffset } from '../../log.ts';
import { createClients } from '../client/connect.ts';
import { kafkaError } from '../client/errors.ts';
import type { KafkaOptions } from '../client/options.ts';

/** State of consumer groups at the brokers, for processes that are not members. Errors as of `openKafkaLog`. */
export interface GroupView {
  /** Committed offsets of a group, by `<topic>/<partition>`; a partition without a commit has no entry. */
  readonly committedOffsets: (
    group: string,
    topics: readonly TopicName[],
  ) => Promise<ReadonlyMap<string, CommittedOffset>>;
  /** Number of members that the group has now. */
  readonly members: (group: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Reads the groups of a prefix. The first call connects. */
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
        const committed = new Map<string, CommittedOffset>();
        for (const { topic, partitions } of found) {
          const name = topicNames.find((one) => `${prefix}${one}` === topic);
          for (const { partition, offset, metadata } of partitions) {
            if (name === undefined || Number(offset) < 0) continue;
            committed.set(`${name}/${partition}`, { offset: Number(offset), metadata: metadata ?? '' });
          }
        }
        return committed;
      }),
    members: (group) =>
      ask(`counting the members of ${prefix}${group}`, async (admin) => {
        const { groups } = await admin.describeGroups([`${prefix}${group}`]);
        return groups.reduce((sum, { members }) => sum + members.length, 0);
      }),
    close: async () => {
      await opened?.then((admin) => admin.disconnect()).catch(() => undefined);
      opened = null;
    },
  };
}
