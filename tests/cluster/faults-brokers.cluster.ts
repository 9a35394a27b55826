/** Faults on a cluster of three brokers. */
import { rollingRestart } from '../process/faults/faults-of-engines.ts';
import { testFaults } from '../process/faults/run-faults.ts';
import { openSystemOnOwnBrokers } from './support/own-brokers-system.ts';
import { scaleOfRun } from './support/scale.ts';

testFaults('faults of three brokers', {
  faults: [rollingRestart],
  scale: scaleOfRun(),
  open: () => openSystemOnOwnBrokers({ nodes: 3 }),
});
