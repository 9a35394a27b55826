/** Faults of a cluster of three brokers. */
import { tmpdir } from 'node:os';
import { suite } from 'uvu';
import { openClusterStand } from '../reliability/faults/cluster-stand.ts';
import { rollingRestart } from '../reliability/faults/faults-of-engines.ts';
import { runFault } from '../reliability/faults/run-fault.ts';
import type { Stand } from '../reliability/faults/stand.ts';
import { ownBrokers } from './support/broker.ts';
import { told } from './support/cluster.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('faults of three brokers');
const ends: (() => Promise<void>)[] = [];
let stand: Stand;

test.before(() =>
  told(async () => {
    const nodes = 3;
    const { kafka, destroy } = await ownBrokers(tmpdir(), { nodes });
    ends.push(destroy);
    await kafka.start();
    stand = await openClusterStand({ own: { kafka, nodes }, env: { ATTESTRY_TOPIC_REPLICATION: String(nodes) } });
    ends.push(stand.destroy);
  }),
);
test.after(async () => {
  for (const end of ends.reverse()) await end();
});

test(rollingRestart.name, () => runFault(rollingRestart, stand, scaleOfRun()));

test.run();
