/** What may happen to input and tables of the embedded engines, in full size and for as long as the requirements say. */
import { openEmbeddedStand } from './faults/embedded-stand.ts';
import { faultsOf } from './faults/faults.ts';
import { faultsOfProcesses } from './faults/faults-of-processes.ts';
import { fullScale } from './faults/run-fault.ts';
import { testFaults } from './faults/run-faults.ts';

testFaults('faults on the embedded engines', {
  faults: faultsOf('embedded').filter((fault) => !faultsOfProcesses.includes(fault)),
  scale: fullScale,
  open: () => openEmbeddedStand(),
});
