import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, itemsOf, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, change, day, now } from '../records.ts';

let api: Harness;
let key: TestKey;
let itemId: string;

test.before(async () => {
  api = await openHarness();
  await api.declare(asset(1), asset(2));
  key = await api.makeKey();
  itemId = await api.watch(key, assetId(1));
});
test.after(() => api.close());

const one = (id: string, by: TestKey = key) => api.get(`/me/monitoring/changes/${id}`, by.text);
const unknown = 'register:aaaaaaaaaaaaaaaaaaaaaaaaaa';

test('K-11 unknown, malformed, foreign and hidden changes are 404 with the same message', async () => {
  const other = await api.makeKey();
  await api.watch(other, assetId(2));
  const hidden = { detectedAt: now - 20 * day };
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: false }, now - 21 * day);
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: true }, now - 19 * day);
  await api.detect(change('foreign', 2), change('hidden', 1, hidden));
  const ids = [unknown, 'nonsense', 'foo:abc', 'register:', '%00', 'register:a%2Fb', '%zz', change('foreign', 2).id];
  const words = { code: 'not_found', message: 'Change not found', error: 'Not Found', statusCode: 404 };
  for (const id of [...ids, change('hidden', 1, hidden).id]) {
    const reply = await one(id);
    assert.is(reply.status, 404, id);
    const { requestId: _, ...body } = reply.body;
    assert.equal(body, words, id);
  }
  assert.is((await one(change('foreign', 2).id, other)).status, 200);
});

test('B-60, B-63 one change as the feed shows it, whatever its age and signal, in its newest revision', async () => {
  const old = change('old', 1, { detectedAt: now - 800 * day, lowSignal: true, notableAt: null });
  const revised = change('revised', 1, { confirmed: false, notableAt: null });
  await api.detect(old, revised, { ...revised, revision: 1, confirmed: true, title: 'Change confirmed' });
  const feed = itemsOf(await api.get('/me/monitoring/changes', key.text));
  const reply = await one(revised.id);
  assert.is(reply.status, 200);
  assert.is(reply.body['title'], 'Change confirmed');
  assert.equal(
    reply.body,
    feed.find(({ id }) => id === revised.id),
  );
  assert.equal(await one(encodeURIComponent(revised.id)).then(({ body }) => body), reply.body);
  assert.is((await one(old.id)).body['id'], old.id);
});

test('a change that was inserted a moment ago is shown without a query, and still only to those who may see it', async () => {
  const other = await api.makeKey();
  await api.watch(other, assetId(2));
  // The memory begins with its first reader.
  await api.detect(change('as old as others', 1));
  assert.is((await one(change('as old as others', 1).id)).status, 200);
  const draft = { detectedAt: now - 1_000, confirmed: false, notableAt: null };
  const [first, second] = [change('one of two', 1, draft), change('two of two', 1, draft)];
  await api.detect(first, second, { ...first, revision: 1, confirmed: true, title: 'Change confirmed a moment ago' });
  const feed = itemsOf(await api.get('/me/monitoring/changes', key.text));
  const before = api.queries.length;
  const reply = await one(first.id);
  assert.equal(
    api.queries.slice(before).filter((sql) => /store_(feed_)?changes/.test(sql)),
    [],
  );
  assert.is(reply.body['title'], 'Change confirmed a moment ago');
  assert.equal(
    reply.body,
    feed.find(({ id }) => id === first.id),
  );
  assert.is((await one(first.id, other)).status, 404);
});

test('G-20 an unchanged change is 304', async () => {
  const first = await one(change('revised', 1).id);
  const path = `/me/monitoring/changes/${change('revised', 1).id}`;
  const etag = String(first.headers['etag']);
  const again = await api.send('GET', path, { key: key.text, headers: { 'if-none-match': etag } });
  assert.is(again.status, 304);
});

test('V-03, B-70 every assessment names its rules', async () => {
  await api.detect(change('ruled', 1));
  for (const { impactAssessment } of itemsOf(await api.get('/me/monitoring/changes', key.text))) {
    assert.is((impactAssessment as { readonly rulesVersion: string }).rulesVersion, 'impact-v1');
  }
});

test('B-73 text of a source stays text: it is not escaped, cut or interpreted as markup', async () => {
  const hostile = '<script>alert("x")</script> &amp; =HYPERLINK("https://evil.example") \u202e ‮ \'';
  const hostileChange = change('hostile', 1, { before: hostile, after: hostile, quote: hostile, title: hostile });
  await api.detect(hostileChange);
  const reply = await one(hostileChange.id);
  assert.equal(
    ['before', 'after', 'quote', 'title'].map((name) => reply.body[name]),
    [hostile, hostile, hostile, hostile],
  );
  assert.is(reply.headers['content-type'], 'application/json; charset=utf-8');
  assert.is(reply.headers['x-content-type-options'], 'nosniff');
});

test('B-61a one item per subject and field: two fields of a row that changed in one file share a group', async () => {
  const group = { groupId: change('pair', 1).groupId, subjectKey: 'row-pair' };
  const pair = [
    change('pair-link', 1, { ...group, field: 'wp_url' }),
    change('pair-dti', 1, { ...group, field: 'ae_DTI' }),
  ];
  await api.detect(...pair);
  const replies = await Promise.all(pair.map(({ id }) => one(id)));
  const assessments = replies.map(({ body }) => body['impactAssessment'] as Readonly<Record<string, unknown>>);
  assert.equal(new Set(replies.map(({ body }) => body['id'])).size, 2);
  assert.equal(
    assessments.map(({ groupId }) => groupId),
    [group.groupId, group.groupId],
  );
  const members = pair.map(({ id }) => id).sort();
  for (const { childEventIds } of assessments) assert.equal(childEventIds, members);
});

test.run();
