/** A disk that is full: that of the embedded engines, of the tables, and of the brokers. */
import { suite } from 'uvu';
import { openClusterStand } from '../reliability/faults/cluster-stand.ts';
import { openEmbeddedStand } from '../reliability/faults/embedded-stand.ts';
import { diskFull } from '../reliability/faults/faults-of-engines.ts';
import { runFault } from '../reliability/faults/run-fault.ts';
import { mountSmallDisk } from '../reliability/faults/small-disk.ts';
import type { SmallDisk, Stand } from '../reliability/faults/stand.ts';
import { ownBrokers } from './support/broker.ts';
import { scaleOfRun } from './support/scale.ts';

const test = suite('a full disk');

/** Opens a stand whose log, state or tables are on the disk; `also` is to be ended with it. */
type OpenStand = (disk: SmallDisk, also: (end: () => Promise<void>) => void) => Promise<Stand>;

const stands: readonly (readonly [string, OpenStand])[] = [
  ['everything embedded', (disk) => openEmbeddedStand(disk)],
  ['the tables', (disk) => openClusterStand({ disk, tablesFolder: disk.folder })],
  [
    'the broker',
    async (disk, also) => {
      const { kafka, destroy } = await ownBrokers(disk.folder, { nodes: 1 });
      also(destroy);
      await kafka.start();
      return openClusterStand({ disk, own: { kafka, nodes: 1 } });
    },
  ],
];

for (const [what, open] of stands) {
  test(`${diskFull.name}: ${what}`, async () => {
    const scale = scaleOfRun();
    const disk = mountSmallDisk(scale.isFull ? 2_048 : 768);
    if (disk === null) {
      console.log('  skipped: this user may mount no file system');
      return;
    }
    const ends: (() => Promise<void>)[] = [async () => disk.unmount()];
    try {
      const stand = await open(disk, (end) => void ends.push(end));
      ends.push(stand.destroy);
      await runFault(diskFull, stand, scale);
    } finally {
      disk.free();
      for (const end of ends.reverse()) await end();
    }
  });
}

test.run();
