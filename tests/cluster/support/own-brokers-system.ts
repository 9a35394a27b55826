import { tmpdir } from 'node:os';
import { type ClusterSystemOptions, openClusterSystem } from '../../reliability/faults/cluster-system.ts';
import type { TestSystem } from '../../reliability/faults/test-system.ts';
import { ownBrokers } from './broker.ts';

export interface OwnBrokersOptions extends Pick<ClusterSystemOptions, 'disk' | 'tablesFolder'> {
  readonly nodes: 1 | 3;
  /** What the brokers' folder is made in; the temporary directory when left out. */
  readonly brokersIn?: string;
}

/** A system on brokers of its own, so that nobody else's test is there when they are frozen or killed. */
export async function openSystemOnOwnBrokers({
  nodes,
  brokersIn = tmpdir(),
  ...options
}: OwnBrokersOptions): Promise<TestSystem> {
  // As on the brokers that others share: members of groups may be let go quickly.
  const properties = { 'group.min.session.timeout.ms': '1000' };
  const { kafka, destroy } = await ownBrokers(brokersIn, { nodes, properties });
  try {
    await kafka.start();
    const env = { ATTESTRY_TOPIC_REPLICATION: String(nodes) };
    const system = await openClusterSystem({ ...options, own: { kafka, nodes }, env });
    return { ...system, destroy: () => system.destroy().finally(destroy) };
  } catch (error) {
    await destroy();
    throw error;
  }
}
