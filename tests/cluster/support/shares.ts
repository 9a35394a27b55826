import kafkajs from 'kafkajs';
import { until } from './until.ts';

/** The members of a group, as its broker has them. */
export interface Shares {
  /** Number of partitions that each member is assigned, by its id. */
  readonly now: () => Promise<ReadonlyMap<string, number>>;
  /** Resolves when the group has so many members and assigns its partitions to no others. */
  readonly settled: (members: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Watches a group, also one that does not exist yet. `group` is its full name, with the prefix. */
export async function openShares(brokers: readonly string[], group: string): Promise<Shares> {
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const describe = async (): Promise<kafkajs.GroupDescription | undefined> =>
    (await admin.describeGroups([group])).groups[0];
  return {
    now: async () =>
      new Map(
        ((await describe())?.members ?? []).map(({ memberId, memberAssignment }) => {
          const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment);
          return [memberId, Object.values(decoded?.assignment ?? {}).flat().length];
        }),
      ),
    settled: (members) =>
      until(`${group} has ${members} members`, async () => {
        const found = await describe();
        return found?.state === 'Stable' && found.members.length === members;
      }),
    close: () => admin.disconnect(),
  };
}
