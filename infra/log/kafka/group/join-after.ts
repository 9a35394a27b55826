import kafkajs, { type PartitionAssigner } from 'kafkajs';

/** Private parts of the cluster object that kafkajs passes to an assigner. */
interface GroupConnections {
  findGroupCoordinator: (group: object) => Promise<GroupCoordinator>;
}

interface GroupCoordinator {
  joinGroup: (request: object) => Promise<unknown>;
}

/**
 * kafkajs's round-robin assigner, for a member that joins a group only after `before`. When kafkajs learns of a rebalance
 * between two batches, it rejoins at once, without a chance to finish work; other members may then own the partitions.
 */
export const joinAfter =
  (before: () => Promise<void>): PartitionAssigner =>
  (config) => {
    const connections = config.cluster as unknown as GroupConnections;
    const find = connections.findGroupCoordinator.bind(connections);
    const known = new WeakSet<GroupCoordinator>();
    connections.findGroupCoordinator = async (group) => {
      const coordinator = await find(group);
      if (known.has(coordinator)) return coordinator;
      known.add(coordinator);
      const join = coordinator.joinGroup.bind(coordinator);
      coordinator.joinGroup = async (request) => {
        await before();
        return join(request);
      };
      return coordinator;
    };
    return kafkajs.PartitionAssigners.roundRobin(config);
  };
