/** Faults of processes on the embedded engines, with the full load and durations that the requirements state. */
// rule: R-20, also tests/process/lifecycle.test.ts, tests/process/oracle.test.ts, sim accounts/acknowledged-commands, sim accounts/tables-are-the-fold
import { openEmbeddedSystem } from './faults/embedded-system.ts';
import { faultsOf } from './faults/faults.ts';
import { faultsOfProcesses } from './faults/faults-of-processes.ts';
import { fullScale } from './faults/run-fault.ts';
import { testFaults } from './faults/run-faults.ts';

testFaults('faults of processes on the embedded engines', {
  faults: faultsOf('embedded').filter((fault) => faultsOfProcesses.includes(fault)),
  scale: fullScale,
  open: () => openEmbeddedSystem(),
});
