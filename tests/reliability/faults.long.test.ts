/** Every fault on the embedded engines, with 100,000 observations each and the times of the requirements. */
import { suite } from 'uvu';
import { openEmbeddedStand } from './faults/embedded-stand.ts';
import { faultsOf } from './faults/faults.ts';
import { fullScale, runFault } from './faults/run-fault.ts';
import type { Stand } from './faults/stand.ts';

const test = suite('faults on the embedded engines');
let stand: Stand;

test.before(async () => {
  stand = await openEmbeddedStand();
});
test.after(() => stand.destroy());

for (const fault of faultsOf('embedded')) test(fault.name, () => runFault(fault, stand, fullScale));

test.run();
