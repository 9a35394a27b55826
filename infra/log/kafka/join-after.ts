import kafkajs, { type PartitionAssigner } from 'kafkajs';

/** What kafkajs does not publish of the connections that it hands to an assigner. */
interface GroupConnections {
  findGroupCoordinator: (group: object) => Promise<GroupCoordinator>;
}

interface GroupCoordinator {
  joinGroup: (request: object) => Promise<unknown>;
}

/**
 * Partitions in turns, as kafkajs gives them out, by a member that joins a group only after `before`. kafkajs tells of a
 * rebalance that it hears of between two batches and joins at once; then the partitions may be given to others.
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
