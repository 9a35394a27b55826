// rule: U-14, also tests/explorer/sessions/tries.test.ts
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openPages, post } from '../harness.ts';

test('U-14 of 10,000 wrong keys at once from one network ten are checked, and a right one is limited with them', async () => {
  const api = await openPages();
  const before = api.queries.length;
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 10_000; sent += 100) {
    const some = Array.from({ length: 100 }, () => post(api, '/signin', { key: 'attestry_AAAAAAAA_wrong' }));
    for (const { status } of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.is(statuses.get(303), undefined);
  assert.ok(api.queries.length - before < 50, 'the tables are not asked');
  const key = await api.makeKey();
  assert.is((await post(api, '/signin', { key: key.text })).status, 429);
  await api.close();
});

test.run();
