import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, itemsOf, openHarness, type Reply, type TestKey } from '../harness.ts';
import { asset, assetId, day, now } from '../records.ts';

interface CoverageItem {
  readonly state: string;
  readonly current: number;
  readonly of: number;
  readonly parts: readonly { readonly part: string; readonly state: string; readonly next: unknown }[];
}

let api: Harness;
let key: TestKey;
let itemIds: readonly string[];

test.before(async () => {
  api = await openHarness();
  await api.declare(asset(1), asset(2));
  key = await api.makeKey();
  itemIds = [await api.watch(key, assetId(1), now - 2 * day), await api.watch(key, assetId(2), now - day)];
});
test.after(() => api.close());

const list = (query = '', text = key.text): Promise<Reply> => api.get(`/me/monitoring/coverage${query}`, text);
const idsOf = (reply: Reply): readonly unknown[] => itemsOf(reply).map((item) => item['watchlistItemId']);
const covered = (reply: Reply): readonly CoverageItem[] => itemsOf(reply) as unknown as readonly CoverageItem[];

test('B-96 coverage has five parts of each watched token, the newest addition first', async () => {
  const reply = await list();
  assert.is(reply.status, 200);
  assert.equal(idsOf(reply), [...itemIds].reverse());
  for (const item of covered(reply)) {
    assert.equal(
      item.parts.map(({ part }) => part),
      ['chain', 'issuer', 'registers', 'sanctions', 'documents'],
    );
    assert.is(item.current, item.parts.filter(({ state }) => state === 'current').length);
    assert.is(item.of, 5);
    assert.not(item.state === 'full');
  }
});

test('B-96 item narrows the list, and an unknown item of another tenant is in no answer', async () => {
  const [first = ''] = itemIds;
  assert.equal(idsOf(await list(`?item=${first}`)), [first]);
  const other = await api.makeKey();
  assert.equal(itemsOf(await list(`?item=${first}`, other.text)), []);
  assert.is((await list('?item=x')).status, 400);
});

test('B-96 what to do next names no setting', async () => {
  assert.not.match(JSON.stringify((await list()).body), /ATTESTRY_/);
});

test.run();
