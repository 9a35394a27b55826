/** Faults of a cluster of three brokers. */
import { rollingRestart } from '../reliability/faults/faults-of-engines.ts';
import { testFaults } from '../reliability/faults/run-faults.ts';
import { standOnOwnBrokers } from './support/own-stand.ts';
import { scaleOfRun } from './support/scale.ts';

testFaults('faults of three brokers', {
  faults: [rollingRestart],
  scale: scaleOfRun(),
  open: () => standOnOwnBrokers({ nodes: 3 }),
});
