import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { openRoot } from '../../../../infra/log/lmdb/open-root.ts';
import { startThread } from '../../../support/thread.ts';

const test = suite<{ directory: string }>('environments that stay open');
test.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-kept-'));
});
test.after.each(({ directory }) => rmSync(directory, { recursive: true, force: true }));

test('a second open returns the open environment; a replaced directory is opened again', async ({ directory }) => {
  const path = join(directory, 'one');
  mkdirSync(path);
  const first = openRoot({ path, noSubdir: false });
  await first.root.put('name', 'first');
  first.release();
  assert.is(openRoot({ path, noSubdir: false }).root, first.root);
  assert.is.not(openRoot({ path, noSubdir: false, readOnly: true }).root, first.root);

  renameSync(path, join(directory, 'other'));
  mkdirSync(path);
  const second = openRoot({ path, noSubdir: false });
  assert.is.not(second.root, first.root);
  assert.is(second.root.get('name'), undefined);
  assert.is(openRoot({ path, noSubdir: false }).root, second.root);
});

test('threads that open one log repeatedly lose nothing', async ({ directory }) => {
  const first = openEmbeddedEngine({ directory, partitions: 3, prefix: 'test.' });
  const [openings, appends] = [10, 4];
  const script = `
    for (let opening = 0; opening < ${openings}; opening += 1) {
      const opened = engine.openEmbeddedEngine({ directory: data, partitions: 3, prefix: 'test.' });
      for (let n = 0; n < ${appends}; n += 1) {
        await opened.log.append([{ topic: 'changes', key: 'k', value: Buffer.from('w'), timestamp: n, partition: n % 3 }]);
      }
      await opened.close();
    }`;
  const modules = { engine: 'infra/embedded-engine.ts' };
  const ends = [1, 2].map(() => once(startThread({ modules, script, data: directory }), 'exit'));
  assert.equal(await Promise.all(ends), [[0], [0]]);
  const ranges = await first.log.ranges('changes');
  assert.is(
    ranges.reduce((sum, { low, end }) => sum + end - low, 0),
    2 * openings * appends,
  );
  await first.close();
});

test.run();
