/** A process that ends with its parent and computes for ever. */
import { writeSync } from 'node:fs';
import { endWithParent } from '../../infra/process/end-with-parent.ts';

endWithParent(3);
writeSync(1, 'computing');
for (;;);
