import { tmpdir } from 'node:os';
import { openClusterStand } from '../../reliability/faults/cluster-stand.ts';
import type { Stand } from '../../reliability/faults/stand.ts';
import { ownBrokers } from './broker.ts';

/** A stand on brokers of its own, so that nobody else's test is there when they are frozen or killed. */
export async function standOnOwnBrokers(nodes: 1 | 3): Promise<Stand> {
  // As on the brokers that others share: members of groups may be let go quickly.
  const properties = { 'group.min.session.timeout.ms': '1000' };
  const { kafka, destroy } = await ownBrokers(tmpdir(), { nodes, properties });
  await kafka.start();
  const env = { ATTESTRY_TOPIC_REPLICATION: String(nodes) };
  const stand = await openClusterStand({ own: { kafka, nodes }, env });
  return {
    ...stand,
    destroy: async () => {
      await stand.destroy();
      await destroy();
    },
  };
}
