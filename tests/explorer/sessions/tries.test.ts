import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness, Reply } from '../../api/harness.ts';
import { reached } from '../../support/reached.ts';
import { startVirtualTime, type VirtualTime } from '../../support/virtual-time.ts';
import { openPages, post, textOf } from '../harness.ts';

let api: Harness;
let time: VirtualTime;
test.before(async () => {
  api = await openPages();
  time = startVirtualTime();
});
test.after(async () => {
  time.end();
  await api.close();
});

test('U-14 every wrong key has the same answer, after the same time', async () => {
  const key = await api.makeKey();
  const ended = await api.makeKey();
  await api.give(ended.tenantId, 'key.revoke', { keyId: ended.keyId });
  const wrong = ['', 'x', `${key.text}x`, key.text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), ended.text];
  const pages: string[] = [];
  for (const text of wrong) {
    const waits = time.timers();
    let hasAnswer = false;
    const answer = post(api, '/signin', { key: text }, { 'x-request-id': 'mine_1' }).finally(() => {
      hasAnswer = true;
    });
    await reached('the wait of a refusal', () => time.timers() > waits);
    await time.advance(249);
    assert.not(hasAnswer, 'not sooner than any other refusal');
    await time.advance(1);
    const reply = await answer;
    assert.is(reply.status, 401, text);
    assert.is(reply.headers['set-cookie'], undefined);
    assert.is(reply.headers['www-authenticate'], undefined);
    pages.push(textOf(reply));
    if (text.length > 10) assert.not.match(reply.text, text);
  }
  assert.is(new Set(pages).size, 1);
  assert.match(pages[0] ?? '', /\(request mine_1 \)/, 'U-29');
});

test('U-14 of 300 wrong keys at once from one network ten are checked, and a right one is limited with them', async () => {
  const before = api.queries.length;
  const statuses = new Map<number, number>();
  const count = ({ status }: Reply): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const all = Promise.all(
    Array.from({ length: 300 }, () => post(api, '/signin', { key: 'attestry_AAAAAAAA_wrong' }).then(count)),
  );
  // Five of the ten were used by the test before.
  await reached('295 limited keys', () => statuses.get(429) === 295);
  assert.is(statuses.get(401), undefined, 'a refusal waits');
  await time.advance(250);
  await all;
  assert.equal(
    statuses,
    new Map([
      [429, 295],
      [401, 5],
    ]),
  );
  assert.ok(api.queries.length - before < 50, 'the tables are not asked');
  const key = await api.makeKey();
  assert.is((await post(api, '/signin', { key: key.text })).status, 429);
});

test.run();
