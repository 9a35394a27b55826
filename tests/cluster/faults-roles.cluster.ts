/** Every fault of tests/process on a broker, a registry and a server of tables. */
import { faultsOf } from '../process/faults/faults.ts';
import { testFaults } from '../process/faults/run-faults.ts';
import { openSystemOnOwnBrokers } from './support/own-brokers-system.ts';
import { scaleOfRun } from './support/scale.ts';

testFaults('faults on a cluster', {
  faults: faultsOf('cluster'),
  scale: scaleOfRun(),
  open: () => openSystemOnOwnBrokers({ nodes: 1 }),
});
