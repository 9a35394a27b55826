/** Every fault of tests/process on the embedded engines, at small scale. */
import { openEmbeddedSystem } from '../process/faults/embedded-system.ts';
import { faultsOf } from '../process/faults/faults.ts';
import { shortScale } from '../process/faults/run-fault.ts';
import { testFaults } from '../process/faults/run-faults.ts';

testFaults('faults on the embedded engines', {
  faults: faultsOf('embedded'),
  scale: shortScale,
  open: () => openEmbeddedSystem(),
});
