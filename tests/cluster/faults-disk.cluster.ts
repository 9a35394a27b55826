/** A disk that is full: that of the embedded engines, of the tables, and of the brokers. */
import { tmpdir } from 'node:os';
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

type AndThen = (end: () => Promise<void>) => void;

/** A cluster with a broker of its own below a folder; `andThen` takes what ends it. */
async function openCluster(
  brokerFolder: string,
  options: { readonly disk: SmallDisk; readonly tablesFolder?: string },
  andThen: AndThen,
): Promise<Stand> {
  const { kafka, destroy } = await ownBrokers(brokerFolder, { nodes: 1 });
  andThen(destroy);
  await kafka.start();
  return openClusterStand({ ...options, own: { kafka, nodes: 1 } });
}

/** Stands whose log, state or tables are on the disk. */
const stands: readonly (readonly [string, (disk: SmallDisk, andThen: AndThen) => Promise<Stand>])[] = [
  ['everything embedded', (disk) => openEmbeddedStand(disk)],
  ['the tables', (disk, andThen) => openCluster(tmpdir(), { disk, tablesFolder: disk.folder }, andThen)],
  ['the broker', (disk, andThen) => openCluster(disk.folder, { disk }, andThen)],
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
