/** A disk that is full: that of the embedded engines, of the tables, and of the brokers. */
import { suite } from 'uvu';
import { openEmbeddedStand } from '../reliability/faults/embedded-stand.ts';
import { diskFull } from '../reliability/faults/faults-of-engines.ts';
import { runFault } from '../reliability/faults/run-fault.ts';
import { mountSmallDisk } from '../reliability/faults/small-disk.ts';
import type { SmallDisk, Stand } from '../reliability/faults/stand.ts';
import { standOnOwnBrokers } from './support/own-stand.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('a full disk');

/** Stands whose log, state or tables are on the disk. */
const stands: readonly (readonly [string, (disk: SmallDisk) => Promise<Stand>])[] = [
  ['everything embedded', openEmbeddedStand],
  ['the tables', (disk) => standOnOwnBrokers({ nodes: 1, disk, tablesFolder: disk.folder })],
  ['the broker', (disk) => standOnOwnBrokers({ nodes: 1, disk, brokersIn: disk.folder })],
];

const tried = mountSmallDisk(1);
tried?.unmount();
if (tried === null) console.log(`skipped: ${diskFull.name}. This user may mount no file system: run it as root.`);

for (const [what, open] of stands) {
  const name = `${diskFull.name}: ${what}`;
  if (tried === null) {
    test.skip(name);
    continue;
  }
  test(name, async () => {
    const scale = scaleOfRun();
    const disk = mountSmallDisk(scale.isFull ? 2_048 : 768);
    if (disk === null) throw new Error('no second file system can be mounted');
    try {
      const stand = await open(disk);
      try {
        await runFault(diskFull, stand, scale);
      } finally {
        disk.free();
        await stand.destroy();
      }
    } finally {
      disk.unmount();
    }
  });
}

test.run();
