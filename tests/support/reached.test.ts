import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exited } from './exited.ts';
import { heard } from './heard.ts';
import { reached } from './reached.ts';

test('a condition that throws ends the wait with its error', async () => {
  await reached('a thing', () => {
    throw new Error('no such thing');
  }).then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'no such thing'),
  );
});

test('a condition is computed again after callbacks of this process, and not in between', async () => {
  let computed = 0;
  const { port, close } = await new Promise<{ readonly port: number; readonly close: () => void }>((resolve) => {
    const server = createServer((_request, response) => response.end('x'));
    server.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => server.close() }),
    );
  });
  let status = 0;
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => {
    ({ status } = response);
  });
  await reached('an answer', async () => {
    computed += 1;
    await Promise.resolve();
    return status === 200;
  });
  await answer;
  close();
  assert.ok(computed > 1 && computed < 500, `${computed}`);
});

test('several conditions wait at the same time, each for its own', async () => {
  const numbers: number[] = [];
  const add = async (): Promise<void> => {
    for (let number = 0; number < 3; number++) {
      await readFile(fileURLToPath(import.meta.url));
      numbers.push(number);
    }
  };
  const seen: number[] = [];
  const waits = [1, 2, 3].map((count) =>
    reached(`${count} numbers`, () => numbers.length >= count).then(() => seen.push(count)),
  );
  await add();
  await Promise.all(waits);
  assert.equal(seen, [1, 2, 3]);
});

test('what another process commits to LMDB is seen; its output is heard, and its end without it as well', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-reached-'));
  const database = open<number, string>({ path: join(directory, 'a', 'b.mdb') });
  const program = `import { open } from 'lmdb';
    const database = open({ path: ${JSON.stringify(join(directory, 'a', 'b.mdb'))} });
    process.once('message', async () => {
      for (let n = 1; n <= 3; n++) await database.put('n', n);
      console.log("one");
      console.log("two");
      process.exitCode = 3;
    });
    process.send('open');`;
  const child = fork('-', {
    execArgv: ['--input-type=module', '--eval', program],
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await new Promise((resolve) => child.once('message', resolve));
  const third = reached('the third commit', () => database.get('n') === 3, { directory });
  child.send('go');
  await third;
  const silent = heard(child, 'stderr', 'x').then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'ended with 3'),
  );
  assert.match(await heard(child, 'stdout', 'two\n'), 'one\ntwo\n');
  await silent;
  assert.equal(await exited(child), { code: 3, signal: null });
  assert.equal(await exited(child), { code: 3, signal: null });
  await database.close();
  rmSync(directory, { recursive: true });
});

test.run();
