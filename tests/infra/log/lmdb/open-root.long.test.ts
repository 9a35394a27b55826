// rule: processes that open one log repeatedly lose nothing, also tests/infra/log/lmdb/open-root.test.ts
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { built } from '../../../support/built.ts';

const test = suite<{ directory: string }>('environments that stay open');
test.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-kept-'));
});
test.after.each(({ directory }) => rmSync(directory, { recursive: true, force: true }));

test('processes that open one log repeatedly lose nothing and exit normally', async ({ directory }) => {
  openEmbeddedEngine({ directory, partitions: 3, prefix: 'test.' });
  const [processes, openings, appends] = [3, 120, 8];
  const script = `
    import { openEmbeddedEngine } from ${JSON.stringify(built('infra/embedded-engine'))};
    for (let opening = 0; opening < ${openings}; opening += 1) {
      const engine = openEmbeddedEngine({ directory: ${JSON.stringify(directory)}, partitions: 3, prefix: 'test.' });
      for (let n = 0; n < ${appends}; n += 1) {
        await engine.log.append([{ topic: 'changes', key: 'k', value: Buffer.from('w'), timestamp: n, partition: n % 3 }]);
      }
      await engine.close();
    }`;
  const ends = Array.from({ length: processes }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  });
  assert.equal(await Promise.all(ends), Array<number>(processes).fill(0));
  const engine = openEmbeddedEngine({ directory, partitions: 3, prefix: 'test.' });
  const ranges = await engine.log.ranges('changes');
  assert.is(
    ranges.reduce((sum, { low, end }) => sum + end - low, 0),
    processes * openings * appends,
  );
  await engine.log.append([{ topic: 'changes', key: 'k', value: Buffer.from('w'), timestamp: 0 }]);
  await engine.close();
});

test.run();
