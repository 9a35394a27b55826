/** A full disk: of the embedded engines, of the tables, and of the brokers. */
import { suite } from 'uvu';
import { openEmbeddedSystem } from '../process/faults/embedded-system.ts';
import { diskFull } from '../process/faults/faults-of-engines.ts';
import { runFault } from '../process/faults/run-fault.ts';
import { mountSmallDisk } from '../process/faults/small-disk.ts';
import type { SmallDisk, TestSystem } from '../process/faults/test-system.ts';
import { openSystemOnOwnBrokers } from './support/own-brokers-system.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('a full disk');

/** Systems that store their log, state or tables on the small disk. */
const systems: readonly (readonly [string, (disk: SmallDisk) => Promise<TestSystem>])[] = [
  ['everything embedded', openEmbeddedSystem],
  ['the tables', (disk) => openSystemOnOwnBrokers({ nodes: 1, disk, tablesFolder: disk.folder })],
  ['the broker', (disk) => openSystemOnOwnBrokers({ nodes: 1, disk, brokersIn: disk.folder })],
];

const trial = mountSmallDisk(1);
trial?.unmount();
if (trial === null) console.log(`skipped: ${diskFull.name}. This user may mount no file system: run it as root.`);

for (const [what, open] of systems) {
  const name = `${diskFull.name}: ${what}`;
  if (trial === null) {
    test.skip(name);
    continue;
  }
  test(name, async () => {
    const scale = scaleOfRun();
    const disk = mountSmallDisk(scale.isFull ? 2_048 : 768);
    if (disk === null) throw new Error('the file system cannot be mounted');
    try {
      const system = await open(disk);
      try {
        await runFault(diskFull, system, scale);
      } finally {
        disk.free();
        await system.destroy();
      }
    } finally {
      disk.unmount();
    }
  });
}

test.run();
