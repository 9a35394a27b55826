/** Faults of a cluster of three brokers. */
import { tmpdir } from 'node:os';
import { openClusterStand } from '../reliability/faults/cluster-stand.ts';
import { rollingRestart } from '../reliability/faults/faults-of-engines.ts';
import { testFaults } from '../reliability/faults/run-faults.ts';
import { ownBrokers } from './support/broker.ts';
import { scaleOfRun } from './support/scale.ts';

const nodes = 3;

testFaults('faults of three brokers', {
  faults: [rollingRestart],
  scale: scaleOfRun(),
  open: async () => {
    const { kafka, destroy } = await ownBrokers(tmpdir(), { nodes });
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
  },
});
