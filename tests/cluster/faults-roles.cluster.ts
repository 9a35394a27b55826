/** Every fault of tests/reliability on a broker, a registry and a server of tables. */
import { faultsOf } from '../reliability/faults/faults.ts';
import { testFaults } from '../reliability/faults/run-faults.ts';
import { standOnOwnBrokers } from './support/own-stand.ts';
import { scaleOfRun } from './support/scale.ts';

testFaults('faults on a cluster', {
  faults: faultsOf('cluster'),
  scale: scaleOfRun(),
  open: () => standOnOwnBrokers({ nodes: 1 }),
});
