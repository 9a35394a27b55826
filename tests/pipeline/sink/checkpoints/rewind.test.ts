import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCheckpoints } from '../../../../pipeline/sink/checkpoints/checkpoints.ts';
import { rewind } from '../../../../pipeline/sink/checkpoints/rewind.ts';
import { openWorld } from '../../runtime/harness.ts';

const topic = 'feed.runs' as const;
const assignment = { committed: null, shared: false, retained: false, isOwned: () => true };

test('partitions are read from their beginning, and what was parked stays so', async () => {
  const world = await openWorld(3);
  try {
    const store = world.engine.openStore('sink', 'data');
    const open = () =>
      createCheckpoints({
        store,
        tablesId: 'these',
        epoch: () => 'run 0',
        aliveAt: () => 0,
        clock: () => 0,
      });
    const before = open();
    for (const partition of [0, 1]) await before.assign(topic, partition, assignment);
    const positions = [0, 1].map((partition) => ({ topic, partition, next: 7 }));
    const { done, ...step } = before.advance(positions);
    await store.commit({ partition: 0, outputs: [], ...step });
    done();
    await rewind(
      store,
      [0, 1, 2].map((partition) => ({ topic, partition })),
    );
    // Nothing has read partition 2.
    const after = open();
    const starts = [];
    for (const partition of [0, 1, 2]) starts.push(await after.assign(topic, partition, assignment));
    assert.equal(starts, [0, 0, 0]);
    assert.equal(
      [0, 1, 2].map((partition) => after.parkedUpTo(topic, partition)),
      [7, 7, 0],
    );
  } finally {
    await world.close();
  }
});

test.run();
