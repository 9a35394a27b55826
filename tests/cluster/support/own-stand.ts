import { tmpdir } from 'node:os';
import { type ClusterStandOptions, openClusterStand } from '../../reliability/faults/cluster-stand.ts';
import type { Stand } from '../../reliability/faults/stand.ts';
import { ownBrokers } from './broker.ts';

export interface OwnStandOptions extends Pick<ClusterStandOptions, 'disk' | 'tablesFolder'> {
  readonly nodes: 1 | 3;
  /** What the brokers' folder is made in; the temporary directory when left out. */
  readonly brokersIn?: string;
}

/** A stand on brokers of its own, so that nobody else's test is there when they are frozen or killed. */
export async function standOnOwnBrokers({ nodes, brokersIn = tmpdir(), ...options }: OwnStandOptions): Promise<Stand> {
  // As on the brokers that others share: members of groups may be let go quickly.
  const properties = { 'group.min.session.timeout.ms': '1000' };
  const { kafka, destroy } = await ownBrokers(brokersIn, { nodes, properties });
  try {
    await kafka.start();
    const env = { ATTESTRY_TOPIC_REPLICATION: String(nodes) };
    const stand = await openClusterStand({ ...options, own: { kafka, nodes }, env });
    return { ...stand, destroy: () => stand.destroy().finally(destroy) };
  } catch (error) {
    await destroy();
    throw error;
  }
}
