/** Every fault of tests/reliability on the embedded engines, small. */
import { suite } from 'uvu';
import { openEmbeddedStand } from '../reliability/faults/embedded-stand.ts';
import { faultsOf } from '../reliability/faults/faults.ts';
import { runFault } from '../reliability/faults/run-fault.ts';
import type { Stand } from '../reliability/faults/stand.ts';
import { told } from './support/cluster.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('faults on the embedded engines');
let stand: Stand;

test.before(() =>
  told(async () => {
    stand = await openEmbeddedStand();
  }),
);
test.after(() => stand.destroy());

for (const fault of faultsOf('embedded')) test(fault.name, () => runFault(fault, stand, scaleOfRun()));

test.run();
