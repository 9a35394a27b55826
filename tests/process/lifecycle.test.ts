/** The built program is killed, started again, loses the process of its tables, and ends: the same rows at each step. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { testId } from '../support/demo-world.ts';
import { serviceToEnd } from '../support/service-to-end.ts';
import { holdPost } from './held-post.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { childrenOf, hostOf } from './tables-processes.ts';

const assets = 5;
const count = 60;
const shared = serviceToEnd();
const { sandbox, service } = shared;
let key = '';
/** On the log after the kill. */
let observations = 0;

const watched = async (): Promise<readonly string[]> => {
  interface List {
    readonly items: readonly { readonly asset: { readonly id: string } }[];
  }
  const { status, body } = await clientOfB(service(), key).get<List>('/me/watchlist');
  assert.is(status, 200);
  return body.items.map(({ asset }) => asset.id);
};

test.before(async () => {
  await shared.start();
  await declareAssets(sandbox, { assets });
  key = await createReader(sandbox, 'monitoring:read,watchlist:write');
});
test.after(shared.end);

test('while it runs, `up`, `migrate` and `reset` refuse the directory and name its owner', async () => {
  for (const command of [['up'], ['migrate'], ['reset', '--yes']]) {
    const { code, stderr } = await sandbox.cli(...command);
    assert.is.not(code, 0, command.join(' '));
    assert.match(stderr, new RegExp(`${sandbox.directory}: attestry up, process ${service().pid}, since 20`));
  }
  assert.is((await fetch(`${service().httpUrl}/readyz`)).status, 200, 'nothing was deleted');
});

test('R-20 killed with SIGKILL behind acknowledged records: after the next start nothing is lost, duplicate or differing', async () => {
  await sandbox.idle();
  const added = await clientOfB(service(), key).post('/me/watchlist', { assetId: testId('asset-0') });
  assert.is(added.status, 201);
  await sandbox.json('observe', writeObservations(sandbox, { assets, count }));
  await shared.kill();
  observations = await assertNothingLost(sandbox);
  assert.ok(observations >= count);
  assert.equal(await watched(), [testId('asset-0')]);
});

test('R-22 its tables killed with SIGKILL: reads wait for the next process, and nothing is lost', async () => {
  const before = hostOf(sandbox);
  process.kill(before, 'SIGKILL');
  await sandbox.json('observe', writeObservations(sandbox, { assets, count, round: 1 }));
  assert.is(await assertNothingLost(sandbox), observations + count);
  assert.is.not(hostOf(sandbox), before);
  assert.equal(await watched(), [testId('asset-0')]);
  assert.is(await (await fetch(`${service().httpUrl}/readyz`)).text(), '{"status":"ok","failing":[]}');
});

test('R-21 SIGTERM: the request in flight is answered, its effect is on the log, and the exit code is 0', async () => {
  const children = childrenOf(service().pid);
  assert.ok(children.includes(hostOf(sandbox)));
  const body = JSON.stringify({ assetId: testId('asset-1') });
  const request = await holdPost(service().httpUrl, key, '/me/watchlist', body);
  const ending = service().end('SIGTERM');
  while (await isReady()) continue;
  request.finish();
  assert.match(await request.answer, /^HTTP\/1\.1 201 Created/);
  assert.equal(await ending, { code: 0, signal: null });
  assert.not.ok(existsSync(join(sandbox.directory, 'tables.sock')), 'the socket is gone');
  assert.equal(children.filter(isRunning), [], 'its processes have ended');
  const list = await sandbox.json<readonly { readonly assetId: string }[]>('watch', 'list');
  const own = new Set(Array.from({ length: assets }, (_, index) => testId(`asset-${index}`)));
  const watchedByAnyone = list.map(({ assetId }) => assetId).filter((id) => own.has(id));
  assert.equal(watchedByAnyone.sort(), [testId('asset-0'), testId('asset-1')].sort());
});

/** A service that ends reports that it is not ready, or accepts no connection any more. */
const isReady = (): Promise<boolean> =>
  fetch(`${service().httpUrl}/readyz`).then(
    async (answer) => (await answer.text(), answer.status === 200),
    () => false,
  );

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.run();
