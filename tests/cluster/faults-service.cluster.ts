/** Every fault of tests/reliability on brokers, a registry and a server of tables. */
import { suite } from 'uvu';
import { openClusterStand } from '../reliability/faults/cluster-stand.ts';
import { faultsOf } from '../reliability/faults/faults.ts';
import { runFault } from '../reliability/faults/run-fault.ts';
import type { Stand } from '../reliability/faults/stand.ts';
import { told } from './support/cluster.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('faults on a cluster');
let stand: Stand;

test.before(() =>
  told(async () => {
    stand = await openClusterStand();
  }),
);
test.after(() => stand.destroy());

for (const fault of faultsOf('cluster')) test(fault.name, () => runFault(fault, stand, scaleOfRun()));

test.run();
