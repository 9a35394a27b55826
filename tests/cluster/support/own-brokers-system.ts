import { tmpdir } from 'node:os';
import { type ClusterSystemOptions, openClusterSystem } from '../../process/faults/cluster-system.ts';
import type { TestSystem } from '../../process/faults/test-system.ts';
import { ownBrokers } from './broker.ts';

export interface OwnBrokersOptions extends Pick<ClusterSystemOptions, 'disk' | 'tablesFolder'> {
  readonly nodes: 1 | 3;
  /** Directory in which the brokers' folder is created; the temporary directory by default. */
  readonly brokersIn?: string;
}

/** A system on its own brokers, which its tests can freeze or kill without affecting other tests. */
export async function openSystemOnOwnBrokers({
  nodes,
  brokersIn = tmpdir(),
  ...options
}: OwnBrokersOptions): Promise<TestSystem> {
  // As on the shared broker: short session timeouts are allowed.
  const properties = { 'group.min.session.timeout.ms': '1000' };
  const { kafka, destroy } = await ownBrokers(brokersIn, { nodes, properties });
  try {
    await kafka.start();
    const env = { ATTESTRY_TOPIC_REPLICATION: String(nodes) };
    const system = await openClusterSystem({ ...options, own: { kafka, nodes }, env });
    const destroyBoth = async (): Promise<void> => {
      try {
        await system.destroy();
      } finally {
        await destroy();
      }
    };
    return { ...system, destroy: destroyBoth };
  } catch (error) {
    await destroy();
    throw error;
  }
}
