import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change } from '../../../schemas/generated/records.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import { type Harness, itemsOf, openHarness, type Reply, type TestKey } from '../harness.ts';
import { asset, assetId, change, day, hour, now } from '../records.ts';

let api: Harness;
let nextAsset = 0;

test.before(async () => {
  api = await openHarness();
});
test.after(async () => {
  await api.close();
});

async function watcher(): Promise<{ readonly key: TestKey; readonly n: number; readonly itemId: string }> {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const key = await api.makeKey();
  return { key, n, itemId: await api.watch(key, assetId(n)) };
}

const inbox = (key: TestKey, query = '') => api.get(`/me/notifications${query}`, key.text);
const titles = (reply: Reply) => itemsOf(reply).map((item) => String(item['title']).replace('Change ', ''));
/** Titles of notifications of changes. */
const changeTitles = (reply: Reply) => titles(reply).filter((title) => !title.startsWith('Token'));
const notificationId = (key: TestKey, { id }: Change) => uuidV5(namespaces.notification, `${key.tenantId}|${id}`);

test('B-81, B-82 invalid values are 400', async () => {
  const { key } = await watcher();
  for (const query of [
    'unread=1',
    'unread=',
    'unread=TRUE',
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=201',
    'limit=ten',
    'limit=',
    'cursor=nonsense',
    'cursor=',
    'cursor=1.',
  ]) {
    const reply = await inbox(key, `?${query}`);
    assert.is(reply.status, 400, query);
    assert.is(reply.body['code'], 'invalid_parameter');
  }
});

test('B-89 no key marks as read: other methods are 405, anything below is 404', async () => {
  const { key } = await watcher();
  for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
    const reply = await api.send(method, '/me/notifications', { key: key.text, body: { readAt: 1 } });
    assert.equal([reply.status, reply.body['code']], [405, 'method_not_allowed'], method);
    assert.is(reply.headers['allow'], 'GET, HEAD, OPTIONS');
  }
  for (const method of ['PATCH', 'DELETE', 'PUT']) {
    const path = `/me/notifications/${assetId(1)}`;
    assert.is((await api.send(method, path, { key: key.text })).status, 404, method);
  }
  const { body } = await inbox(key);
  assert.equal([body['unread'], itemsOf(await inbox(key)).map(({ readAt }) => readAt)], [1, [null]]);
  assert.is((await inbox(key, `/${assetId(1)}`)).status, 404);
  assert.is((await api.send('POST', '/me/notifications/read', { key: key.text })).status, 404);
});

test('B-80 a key without watches has an empty inbox', async () => {
  assert.equal((await inbox(await api.makeKey())).body, { items: [], unread: 0 });
});

test('B-83, B-86, B-87 a notification has the text of its change, and an id by it', async () => {
  const { key, n } = await watcher();
  const reported = change('t-1', n, { detectedAt: now - hour });
  await api.detect(reported);
  const [item] = itemsOf(await inbox(key));
  assert.equal(item, {
    id: notificationId(key, reported),
    kind: 'register_change',
    title: 'Change t-1',
    body: 'Detail of t-1. What happened, with values.',
    href: `/changes/${encodeURIComponent(reported.id)}`,
    assetName: `Token ${n}`,
    headline: 'Headline of t-1',
    impact: 'One line on what it bears on.',
    severity: 'medium',
    changeHref: `/changes/${encodeURIComponent(reported.id)}`,
    createdAt: new Date(now - hour).toISOString(),
    readAt: null,
  });
});

test('B-87 kinds', async () => {
  const { key, n } = await watcher();
  const explanationOf = (kind: string) => ({ ...change('x', n).explanation, kind });
  const cases: readonly (readonly [string, Partial<Change>])[] = [
    ['register_change', { category: 'register' }],
    ['register_change', { category: 'sanctions' }],
    ['party_edge_change', { category: 'party_edge' }],
    ['disclosure_change', { category: 'collateral_isin' }],
    ['disclosure_change', { category: 'source_drift' }],
    ['disclosure_change', { category: 'disclosure_field', fieldGroup: 'fees' }],
    ['tokenomics_change', { category: 'disclosure_field', fieldGroup: 'tokenomics' }],
    [
      'tokenomics_disagreement',
      { category: 'disclosure_field', fieldGroup: 'tokenomics', explanation: explanationOf('sources_disagree') },
    ],
  ];
  await api.detect(...cases.map(([, part], index) => change(`k-${index}`, n, part)));
  const kinds = Object.fromEntries(
    itemsOf(await inbox(key)).map((item) => [String(item['title']), String(item['kind'])]),
  );
  for (const [index, [kind]] of cases.entries()) assert.is(kinds[`Change k-${index}`], kind, `k-${index}`);
});

test('B-82 a hundred by default, two hundred at most; unread=false includes all', async () => {
  const { key, n } = await watcher();
  await api.detect(...Array.from({ length: 205 }, (_, index) => change(`l-${index}`, n, { detectedAt: now - index })));
  const usual = await inbox(key);
  assert.equal([itemsOf(usual).length, usual.body['unread']], [100, 206]);
  assert.match(String(usual.headers['link']), /limit=100&cursor=[^>]+>; rel="next"$/);
  const most = await inbox(key, '?limit=200');
  assert.equal([itemsOf(most).length, most.body['unread']], [200, 206]);
  const times = itemsOf(most).map((item) => Date.parse(String(item['createdAt'])));
  assert.equal(
    times,
    [...times].sort((a, b) => b - a),
  );
  const rest = await api.get(
    /<http:\/\/explorer\.test([^>]+)>/.exec(String(most.headers['link']))?.[1] ?? '',
    key.text,
  );
  assert.equal([itemsOf(rest).length, rest.headers['link']], [6, undefined]);
  assert.is((await inbox(key, '?unread=false')).text, usual.text);
});

test('PE-9 B-85, B-86 one per notable change, also of changes that share a group; each with its own text', async () => {
  const { key, n } = await watcher();
  const base = { groupId: change('g-group', n).groupId, detectedAt: now - hour };
  const notable = [
    change('g-owner', n, { ...base, direction: 'weakens' }),
    change('g-minter', n, { ...base, direction: 'mixed' }),
    change('g-neutral', n, { ...base, direction: 'neutral' }),
  ];
  const quiet = [
    change('g-quiet', n, { ...base, notableAt: null, disposition: 'suppressed' }),
    change('g-low', n, { ...base, notableAt: null, lowSignal: true }),
    change('g-draft', n, { ...base, notableAt: null, confirmed: false }),
  ];
  await api.detect(...notable, ...quiet);
  const items = itemsOf(await inbox(key)).filter(({ kind }) => kind === 'register_change');
  const shownOf = (item: Readonly<Record<string, unknown>>): unknown => [
    item['id'],
    item['title'],
    item['headline'],
    item['changeHref'],
    item['createdAt'],
  ];
  const expected = notable.map((one) => [
    notificationId(key, one),
    one.title,
    one.explanation.headline,
    `/changes/${encodeURIComponent(one.id)}`,
    new Date(base.detectedAt).toISOString(),
  ]);
  const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  assert.equal(items.map(shownOf).sort(byText), expected.sort(byText));
});

test('B-91, B-86 a draft is notified when it is confirmed, with that time, once', async () => {
  const { key, n } = await watcher();
  const draft = change('d-1', n, { detectedAt: now - 60 * day, notableAt: null, confirmed: false });
  await api.detect(draft);
  assert.equal(changeTitles(await inbox(key)), []);
  const confirmed = { ...draft, revision: 1, confirmed: true, notableAt: now - 2 * day };
  await api.detect(confirmed);
  const [item] = itemsOf(await inbox(key));
  assert.is(String(item?.['createdAt']), new Date(now - 2 * day).toISOString());
  await api.detect(confirmed, {
    ...confirmed,
    revision: 2,
    disposition: 'superseded',
    explanation: { ...draft.explanation, headline: 'Withdrawn: it was not so' },
  });
  const [withdrawn] = itemsOf(await inbox(key));
  assert.is(String(withdrawn?.['headline']), 'Withdrawn: it was not so');
  assert.is(String(withdrawn?.['id']), notificationId(key, draft));
  assert.is(changeTitles(await inbox(key)).length, 1);
});

test('B-58, B-90 nothing from before the addition, from a pause or a removal; earlier notifications stay after removal', async () => {
  const { key, n, itemId } = await watcher();
  const at = (days: number) => now - days * day;
  await api.detect(
    change('s-before', n, { detectedAt: at(51) }),
    change('s-at', n, { detectedAt: at(50) }),
    change('s-paused', n, { detectedAt: at(35) }),
    change('s-after', n, { detectedAt: at(25) }),
    change('s-removed', n, { detectedAt: at(5) }),
  );
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: false }, at(40));
  await api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled: true }, at(30));
  await api.give(key.tenantId, 'watch.remove', { itemId }, at(20));
  assert.equal(changeTitles(await inbox(key)), ['s-after', 's-at']);
  await api.watch(key, assetId(n), at(3));
  assert.equal(changeTitles(await inbox(key)), ['s-after', 's-at']);
});

test('K-11, B-88 each key has its own notification of the same change, and no other', async () => {
  const { key, n } = await watcher();
  const other = await api.makeKey();
  await api.watch(other, assetId(n), now - day);
  const reported = change('o-1', n, { detectedAt: now - hour });
  await api.detect(reported);
  for (const one of [key, other]) {
    assert.is(String(itemsOf(await inbox(one))[0]?.['id']), notificationId(one, reported));
  }
  assert.equal(changeTitles(await inbox(await api.makeKey())), []);
});

test('B-83, B-87 the end of an intake is notified, with the confirmed sanctions matches that were open then', async () => {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const match = (name: string, part: Partial<Change>) => change(name, n, { category: 'sanctions', ...part });
  await api.detect(
    match('m-open', { changeKind: 'listed', subjectKey: 'a', severity: 'severe', detectedAt: now - 70 * day }),
    match('m-amended', { changeKind: 'amended', subjectKey: 'a', severity: 'low', detectedAt: now - 65 * day }),
    match('m-gone', { changeKind: 'listed', subjectKey: 'b', detectedAt: now - 70 * day }),
    match('m-gone-2', { changeKind: 'delisted', subjectKey: 'b', detectedAt: now - 60 * day }),
    match('m-later', { changeKind: 'listed', subjectKey: 'c', detectedAt: now - 2 * day }),
    match('m-candidate', { subjectKey: 'd', detectedAt: now - 70 * day, confirmed: false, notableAt: null }),
  );
  const key = await api.makeKey();
  const itemId = await api.watch(key, assetId(n));
  const ready = itemsOf(await inbox(key)).at(-1);
  assert.is(String(ready?.['kind']), 'intake_ready');
  assert.is(
    String(ready?.['body']),
    `Token ${n} is monitored from now on. Already open when monitoring began: Headline of m-open. 1 document is declared; the coverage of the token shows whether it is read.`,
  );
  assert.is(ready?.['severity'], 'severe', 'as urgent as the match that it names');
  assert.equal(
    [ready?.['href'], ready?.['changeHref']],
    [`/watchlist/${itemId}#coverage`, `/changes?item=${itemId}&by=known`],
  );
});

test('B-87 the notification of a partial intake states that it is partial', async () => {
  nextAsset += 1;
  await api.declare(asset(nextAsset));
  const key = await api.makeKey();
  const added = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(nextAsset) } });
  const itemId = String(added.body['id']);
  const intakeSeq = api.intakes.get(itemId) ?? 0;
  await api.give(key.tenantId, 'intake.resolve', { itemId, intakeSeq, outcome: 'partial', registryPosition: 0 });
  const [item] = itemsOf(await inbox(key));
  assert.equal([item?.['kind'], item?.['title']], ['intake_partial', `Token ${nextAsset} is monitored in part`]);
  assert.equal([item?.['href'], item?.['readAt']], [`/watchlist/${itemId}#coverage`, null]);
  const list = itemsOf(await api.get('/me/watchlist', key.text));
  assert.equal([list[0]?.['state'], list[0]?.['stateReason']], ['ready', null]);
});

test('B-09, B-87 the notification of an unresolved intake has the reason', async () => {
  const { key, itemId } = await watcher();
  await api.give(key.tenantId, 'watch.remove', { itemId }, now - 20 * day);
  const added = await api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(nextAsset) } });
  const rows = await api.fixture.reader.query<{ seq: string }>(
    'SELECT max(seq) AS seq FROM attestry.store_watch_items WHERE item_id = {id:String}',
    { id: String(added.body['id']) },
  );
  const intakeSeq = Number(rows[0]?.seq);
  const body = { itemId, intakeSeq, outcome: 'unresolved', reason: 'contract_not_found', registryPosition: 0 } as const;
  await api.give(key.tenantId, 'intake.resolve', body);
  const [item] = itemsOf(await inbox(key));
  assert.is(String(item?.['kind']), 'intake_unresolved');
  assert.match(String(item?.['body']), 'there is no contract at its address');
});

test('B-80, B-81, B-82 reading markers, the unread count of all, and pages that neither repeat nor skip', async () => {
  const { key, n } = await watcher();
  const sameTime = Array.from({ length: 7 }, (_, index) => change(`q-${index}`, n, { detectedAt: now - hour }));
  await api.detect(...sameTime);
  const read = sameTime[2];
  if (read === undefined) throw new Error('no change');
  const marker = [key.tenantId, notificationId(key, read), now, 1, 0, 0, now];
  await api.fixture.writer.insert(
    'attestry.store_read_markers',
    ['tenant_id', 'notification_id', 'read_at', 'seq', 'log_partition', 'log_offset', 'record_time'],
    Buffer.from(`${JSON.stringify(marker)}\n`),
  );
  const all = await inbox(key);
  assert.is(itemsOf(all).length, 8);
  assert.is(all.body['unread'], 7);
  assert.is(
    String(itemsOf(all).find((item) => String(item['id']) === notificationId(key, read))?.['readAt']),
    new Date(now).toISOString(),
  );
  const unread = await inbox(key, '?unread=true');
  assert.is(itemsOf(unread).length, 7);

  for (const [query, expected] of [
    ['?limit=3', titles(all)],
    ['?limit=3&unread=true', titles(unread)],
    ['?limit=1', titles(all)],
  ] as const) {
    const paged: string[] = [];
    let next: string | undefined = `/me/notifications${query}`;
    while (next !== undefined) {
      const reply: Reply = await api.get(next, key.text);
      paged.push(...titles(reply));
      assert.is(reply.body['unread'], 7);
      next = /^<http:\/\/explorer\.test([^>]+)>; rel="next"$/.exec(String(reply.headers['link']))?.[1];
    }
    assert.equal(paged, expected, query);
  }
  const beyond = await inbox(key, '?cursor=0.00000000-0000-0000-0000-000000000000');
  assert.equal(beyond.body, { items: [], unread: 7 });
});

test.run();
