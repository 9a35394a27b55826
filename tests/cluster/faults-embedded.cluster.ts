/** Every fault of tests/reliability on the embedded engines, at small scale. */
import { openEmbeddedSystem } from '../reliability/faults/embedded-system.ts';
import { faultsOf } from '../reliability/faults/faults.ts';
import { shortScale } from '../reliability/faults/run-fault.ts';
import { testFaults } from '../reliability/faults/run-faults.ts';

testFaults('faults on the embedded engines', {
  faults: faultsOf('embedded'),
  scale: shortScale,
  open: () => openEmbeddedSystem(),
});
