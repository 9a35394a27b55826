/** Every fault of tests/reliability on brokers, a registry and a server of tables. */
import { openClusterStand } from '../reliability/faults/cluster-stand.ts';
import { faultsOf } from '../reliability/faults/faults.ts';
import { testFaults } from '../reliability/faults/run-faults.ts';
import { scaleOfRun } from './support/scale.ts';

testFaults('faults on a cluster', { faults: faultsOf('cluster'), scale: scaleOfRun(), open: () => openClusterStand() });
