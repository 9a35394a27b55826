import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fiftyTimes, type Harness, itemsOf, memberOf, openHarness, type Reply, type TestKey } from '../harness.ts';
import { asset, assetId, change, day, hour, minute, now, second } from '../records.ts';

let api: Harness;
let nextAsset = 0;

test.before(async () => {
  api = await openHarness();
});
test.after(async () => {
  await api.close();
});

/** A key that has watched one asset of its own for 50 days. */
async function watcher(): Promise<{ readonly key: TestKey; readonly n: number; readonly itemId: string }> {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const key = await api.makeKey();
  return { key, n, itemId: await api.watch(key, assetId(n)) };
}

const feed = (key: TestKey, query = '') => api.get(`/me/monitoring/changes${query}`, key.text);
const titles = (reply: Reply) => itemsOf(reply).map((item) => String(item['title']).replace('Change ', ''));
const pause = (key: TestKey, itemId: string, monitoringEnabled: boolean, at: number) =>
  api.give(key.tenantId, 'watch.update', { itemId, monitoringEnabled }, at);

test('B-45 … B-48, B-52, B-53, B-55 invalid parameters are 400, the feed never widens', async () => {
  const { key } = await watcher();
  const uuids = (count: number) => Array.from({ length: count }, (_, index) => assetId(1000 + index)).join(',');
  const cases: readonly (readonly [string, string, string])[] = [
    ['category=foo', 'category', 'unknown value "foo"'],
    ['category=', 'category', 'unknown value ""'],
    ['category=,,', 'category', 'unknown value ""'],
    ['category=register,', 'category', 'unknown value ""'],
    ['category=Register', 'category', 'unknown value "Register"'],
    ['category=register&category=foo', 'category', 'unknown value "foo"'],
    ['materiality=weighty', 'materiality', 'unknown value "weighty"'],
    ['materiality=', 'materiality', 'unknown value ""'],
    ['sort=newest', 'sort', 'unknown value "newest"'],
    ['sort=', 'sort', 'unknown value ""'],
    ['item=nonsense', 'item', 'must be a UUID, not "nonsense"'],
    ['item=', 'item', 'must be a UUID, not ""'],
    [`item=${uuids(2)},x`, 'item', 'must be a UUID, not "x"'],
    [`item=${uuids(26)}`, 'item', 'has 26 values, at most 25 are allowed'],
    ['newOnly=1', 'newOnly', 'must be true or false, not "1"'],
    ['newOnly=', 'newOnly', 'must be true or false, not ""'],
    ['showAll=TRUE', 'showAll', 'must be true or false, not "TRUE"'],
    ['showall=true', 'showall', 'unknown parameter'],
    ['limit=5', 'limit', 'unknown parameter'],
  ];
  for (const [query, parameter, reason] of cases) {
    const reply = await feed(key, `?${query}`);
    assert.is(reply.status, 400, query);
    assert.is(reply.body['code'], 'invalid_parameter');
    assert.equal(reply.body['details'], [{ parameter, reason }], query);
  }
  assert.is((await feed(key, `?item=${uuids(25)},${uuids(25)}`)).status, 200);
});

test('B-42 … B-44 the window: a value that is not a number of days from 1 to 365 falls back to 90, and `since` shows it', async () => {
  const { key, n } = await watcher();
  await api.detect(
    change('w-1', n, { detectedAt: now - day + 1 }),
    change('w-89', n, { detectedAt: now - 90 * day }),
    change('w-90', n, { detectedAt: now - 90 * day - 1 }),
    change('w-365', n, { detectedAt: now - 365 * day }),
  );
  const sinceOf = (days: number) => new Date(api.dependencies.clock() - days * day).toISOString();
  for (const value of ['0', '366', '-1', 'abc', '1.5', '', '1e2', '+7', '99999999999', '%00']) {
    const reply = await feed(key, `?days=${value}`);
    assert.is(reply.status, 200, value);
    assert.is(reply.body['since'], sinceOf(90), value);
    assert.equal(titles(reply), ['w-1', 'w-89'], value);
  }
  const year = await feed(key, '?days=365');
  assert.is(year.body['since'], sinceOf(365));
  assert.equal(titles(year), ['w-1', 'w-89', 'w-90', 'w-365']);
  assert.equal(titles(await feed(key, '?days=1')), ['w-1']);
});

test('B-40, B-57, B-65 an empty list has an empty feed, and seenAt is when the key was made', async () => {
  const key = await api.makeKey();
  const reply = await feed(key);
  assert.equal(reply.body, {
    since: new Date(now - 90 * day).toISOString(),
    items: [],
    seenAt: new Date(now - 100 * day).toISOString(),
    truncated: false,
  });
});

test('B-41, B-54 recent: newest first, then id descending; impact: rank before time', async () => {
  const { key, n } = await watcher();
  const at = now - 10 * day;
  const order = ['unassessed', 'neutral', 'strengthens', 'mixed', 'weakens'] as const;
  const ranked = order.map((direction, index) => change(`r-${direction}`, n, { direction, detectedAt: at + index }));
  const same = [change('r-a', n, { detectedAt: at }), change('r-b', n, { detectedAt: at })];
  await api.detect(...ranked, ...same);
  const recent = await feed(key);
  const byTime = [...ranked, ...same].sort((a, b) => b.detectedAt - a.detectedAt || (a.id < b.id ? 1 : -1));
  assert.equal(
    itemsOf(recent).map((item) => String(item['id'])),
    byTime.map(({ id }) => id),
  );
  const byImpact = itemsOf(await feed(key, '?sort=impact')).map((item) => item['direction']);
  assert.equal(byImpact, ['weakens', 'weakens', 'weakens', 'mixed', 'strengthens', 'neutral', 'unassessed']);
});

test('PE-5 severity: its rank, then newest known, then id descending, before the cut; impact and recent stay', async () => {
  const { key, n } = await watcher();
  const low = Array.from({ length: 250 }, (_, index) =>
    change(`v-${index}`, n, { detectedAt: now - day + index, severity: 'low', direction: 'weakens' }),
  );
  const old = change('v-old', n, { detectedAt: now - 80 * day, severity: 'severe', direction: 'neutral' });
  await api.detect(...low, old);
  const bySeverity = await feed(key, '?sort=severity');
  assert.equal([itemsOf(bySeverity).length, bySeverity.body['truncated']], [200, true]);
  assert.equal([titles(bySeverity)[0], titles(bySeverity)[1]], ['v-old', 'v-249']);
  assert.not.ok(titles(await feed(key)).includes('v-old'));
  assert.not.ok(titles(await feed(key, '?sort=impact')).includes('v-old'));

  const other = await watcher();
  const at = now - 10 * day;
  const [a, b] = [change('v-a', other.n, { detectedAt: at }), change('v-b', other.n, { detectedAt: at })];
  const confirmed = change('v-confirmed', other.n, { detectedAt: at - day, notableAt: at + day });
  const high = change('v-high', other.n, { detectedAt: at - 5 * day, severity: 'high' });
  await api.detect(a, b, confirmed, high);
  const ordered = itemsOf(await feed(other.key, '?sort=severity')).map(({ id }) => id);
  const ids = [a.id, b.id].sort().reverse();
  assert.equal(ordered, [high.id, confirmed.id, ...ids]);
  const members = itemsOf(await feed(other.key, '?sort=severity')).map((item) => [item['severity'], item['knownAt']]);
  assert.equal(members[0], ['high', new Date(at - 5 * day).toISOString()]);
  assert.equal(members[1], ['medium', new Date(at + day).toISOString()]);
});

test('PE-8 by=known: window and order are of the time at which a change took its state', async () => {
  const { key, n } = await watcher();
  const confirmedNow = change('k-old', n, { detectedAt: now - 300 * day, notableAt: now - day });
  await api.detect(confirmedNow, change('k-new', n, { detectedAt: now - 2 * day }));
  assert.equal(titles(await feed(key)), ['k-new']);
  assert.equal(titles(await feed(key, '?by=detected')), ['k-new']);
  assert.equal(titles(await feed(key, '?by=known')), ['k-old', 'k-new']);
  assert.equal(titles(await feed(key, '?by=known&days=1')), ['k-old']);
  assert.equal(titles(await feed(key, '?by=known&days=1&sort=severity')), ['k-old']);
  for (const query of ['?by=revised', '?by=', '?by=Known', '?sort=Severity', '?severity=High']) {
    const refused = await feed(key, query);
    assert.equal([refused.status, refused.body['code']], [400, 'invalid_parameter'], query);
  }
});

test('B-54 rows are sorted by impact before the cut, B-56, B-57 200 are shown and `truncated` is set', async () => {
  const { key, n } = await watcher();
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) =>
      change(`${prefix}-${index}`, n, { detectedAt: now - day + index, direction: 'neutral' }),
    );
  await api.detect(...many(199, 'm'));
  assert.equal([itemsOf(await feed(key)).length, (await feed(key)).body['truncated']], [199, false]);
  await api.detect(change('m-old', n, { detectedAt: now - 80 * day, direction: 'weakens' }));
  assert.equal([itemsOf(await feed(key)).length, (await feed(key)).body['truncated']], [200, false]);
  await api.detect(...many(1, 'n'));
  const full = await feed(key);
  assert.equal([itemsOf(full).length, full.body['truncated']], [200, true]);
  assert.not.ok(titles(full).includes('m-old'));
  assert.is(titles(await feed(key, '?sort=impact'))[0], 'm-old');
  await api.fixture.writer.command(fiftyTimes(assetId(n)));
  api.versions.changesInserted([assetId(n)]);
  const most = await feed(key);
  assert.equal([itemsOf(most).length, most.body['truncated']], [200, true]);
  assert.is(new Set(itemsOf(most).map(({ id }) => id)).size, 200);
  const weightiest = titles(await feed(key, '?sort=impact'));
  assert.equal(weightiest.filter((title) => title === 'm-old').length, 50);
  assert.equal(weightiest.slice(0, 50), Array<string>(50).fill('m-old'));
});

test('B-45, B-48, B-49, B-51 filters', async () => {
  const { key, n, itemId } = await watcher();
  await api.declare(asset(5000));
  const second = await api.watch(key, assetId(5000));
  const disclosure = { category: 'disclosure_field', fieldGroup: 'fees' } as const;
  await api.detect(
    change('f-register', n),
    change('f-sanctions', n, { category: 'sanctions' }),
    change('f-material', n, { ...disclosure, materiality: 'material' }),
    change('f-editorial', n, { ...disclosure, materiality: 'editorial' }),
    change('f-unsaid', n, { ...disclosure, materiality: null }),
    change('f-low', n, { category: 'source_drift', lowSignal: true, notableAt: null }),
    change('f-other', 5000),
  );
  const of = async (query: string) => titles(await feed(key, query)).sort();
  assert.equal(await of(''), ['f-editorial', 'f-material', 'f-other', 'f-register', 'f-sanctions', 'f-unsaid']);
  assert.equal(await of('?category=sanctions,disclosure_field,sanctions'), [
    'f-editorial',
    'f-material',
    'f-sanctions',
    'f-unsaid',
  ]);
  assert.equal(await of('?category=sanctions&category=source_drift'), ['f-sanctions']);
  assert.equal(await of('?materiality=material'), ['f-material', 'f-other', 'f-register', 'f-sanctions']);
  assert.equal(await of('?category=disclosure_field&materiality=editorial,clarification'), ['f-editorial']);
  assert.equal(await of('?category=disclosure_field&materiality=editorial&materiality=material'), [
    'f-editorial',
    'f-material',
  ]);
  assert.equal(await of('?category=disclosure_field&materiality=clarification'), []);
  assert.equal(await of('?showAll=true&category=source_drift'), ['f-low']);
  assert.equal(await of('?showAll=false&category=source_drift'), []);
  assert.equal(await of(`?item=${second}`), ['f-other']);
  const twice = Array.from({ length: 25 }, (_, index) => assetId(0xa000 + index));
  assert.equal(await of(`?item=${[...twice, ...twice.map((id) => id.toUpperCase())].join()}`), []);
  assert.is((await of(`?item=${second.toUpperCase()},${itemId}`)).length, 6);
  assert.is((await of(`?item=${second}&item=${itemId}`)).length, 6);
  assert.equal(await of(`?item=${assetId(404)},${second}`), ['f-other']);
  assert.equal(await of(`?item=${second}&category=sanctions`), []);
  assert.equal(await of(`?item=${assetId(404)}`), []);
});

test('K-11, B-58 the feed is of the current items of this key, with history from before they were added', async () => {
  const { key, n, itemId } = await watcher();
  const other = await watcher();
  await api.detect(change('h-old', n, { detectedAt: now - 80 * day }), change('h-foreign', other.n));
  const reply = await feed(key);
  assert.equal(titles(reply), ['h-old']);
  assert.is(itemsOf(reply)[0]?.['isNew'], true);
  assert.equal(titles(await feed(key, `?item=${other.itemId}`)), []);
  await api.give(key.tenantId, 'watch.remove', { itemId });
  assert.equal(titles(await feed(key)), []);
});

test('B-26, B-27 changes during a pause or a removal stay hidden, after its end too; what was seen before stays', async () => {
  const { key, n, itemId } = await watcher();
  await pause(key, itemId, false, now - 40 * day);
  await pause(key, itemId, true, now - 30 * day);
  await api.give(key.tenantId, 'watch.remove', { itemId }, now - 20 * day);
  await api.watch(key, assetId(n), now - 10 * day);
  const at = (name: string, days: number, part = {}) =>
    change(name, n, { detectedAt: now - days * day, notableAt: null, ...part });
  await api.detect(
    at('p-before', 41),
    at('p-start', 40),
    at('p-inside', 35),
    at('p-end', 30),
    at('p-between', 25),
    at('p-removed', 15),
    at('p-after', 5),
    at('p-confirmed-inside', 45, { notableAt: now - 35 * day }),
    at('p-confirmed-after', 45, { notableAt: now - 25 * day }),
    at('p-drafted-inside', 45, { confirmed: false, revision: 1, revisedAt: now - 35 * day }),
    at('p-drafted-confirmed-after', 35, { revision: 1, notableAt: now - 25 * day }),
    at('p-drafted-confirmed-inside', 35, { revision: 1, notableAt: now - 33 * day }),
    at('p-revised-inside', 45, { revision: 1, revisedAt: now - 35 * day }),
    at('p-revised-after', 35, { revision: 1, revisedAt: now - 25 * day }),
  );
  const seen = [
    'p-after',
    'p-before',
    'p-between',
    'p-confirmed-after',
    'p-confirmed-inside',
    'p-drafted-confirmed-after',
    'p-drafted-inside',
    'p-end',
    'p-revised-inside',
  ];
  for (const [name, status] of [
    ['p-confirmed-inside', 200],
    ['p-drafted-confirmed-after', 200],
    ['p-drafted-confirmed-inside', 404],
    ['p-revised-after', 404],
  ] as const) {
    assert.is((await api.get(`/me/monitoring/changes/${change(name, n).id}`, key.text)).status, status, name);
  }
  assert.equal(titles(await feed(key)).sort(), seen);
  const notified = itemsOf(await api.get('/me/notifications', key.text))
    .map(({ title }) => String(title))
    .filter((title) => title.startsWith('Change'));
  assert.equal(notified.sort(), ['Change p-confirmed-after', 'Change p-drafted-confirmed-after']);
  await pause(key, itemId, false, now - 6 * day);
  assert.equal(titles(await feed(key)).sort(), seen.slice(1));
});

test('B-27 changes that were detected while an item was unresolved stay hidden; one confirmed then is not notified', async () => {
  const { key, n, itemId } = await watcher();
  const at = (days: number) => now - days * day;
  const resolve = async (outcome: 'ready' | 'unresolved', when: number) => {
    const body = { itemId, intakeSeq: api.intakes.get(itemId) ?? 0, registryPosition: 0 };
    const ended = outcome === 'ready' ? { ...body, outcome } : { ...body, outcome, reason: 'no_sources' as const };
    await api.give(key.tenantId, 'intake.resolve', ended, when);
  };
  await api.give(key.tenantId, 'watch.remove', { itemId }, at(48));
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' }, at(46));
  await resolve('unresolved', at(40));
  await api.detect(
    change('u-gathering', n, { detectedAt: at(43) }),
    change('u-inside', n, { detectedAt: at(35) }),
    change('u-confirmed-inside', n, { detectedAt: at(44), notableAt: at(32) }),
    change('u-again', n, { detectedAt: at(29) }),
  );
  assert.equal(titles(await feed(key)), ['u-gathering', 'u-confirmed-inside'], 'an unresolved item accrues nothing');
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' }, at(30));
  await resolve('ready', at(28));
  assert.equal(titles(await feed(key, '?days=365&showAll=true')), ['u-again', 'u-gathering', 'u-confirmed-inside']);
  const inbox = itemsOf(await api.get('/me/notifications', key.text));
  const listedTitles = inbox.map((item) => String(item['title'])).filter((title) => title.startsWith('Change'));
  assert.equal(listedTitles, ['Change u-again', 'Change u-gathering']);
  for (const [name, status] of [
    ['u-inside', 404],
    ['u-confirmed-inside', 200],
    ['u-again', 200],
  ] as const) {
    assert.is((await api.get(`/me/monitoring/changes/${change(name, n).id}`, key.text)).status, status, name);
  }
});

test('B-50, B-58, B-64 what came after the seen marker is new, also from before the addition; a draft confirmed later is new again', async () => {
  const { key, n } = await watcher();
  const at = (days: number) => now - days * day;
  const draft = change('n-draft', n, { detectedAt: at(60), notableAt: null, confirmed: false });
  const superseded = { confirmed: false, disposition: 'superseded', revision: 1 };
  await api.fixture.project('accounts.events', [seenEvent(key, at(61))]);
  api.versions.tenantsChanged([key.tenantId]);
  await api.detect(
    change('n-long-before', n, { detectedAt: at(61) }),
    change('n-before', n, { detectedAt: at(55) }),
    change('n-after', n, { detectedAt: at(45) }),
    change('n-low', n, { detectedAt: at(44), lowSignal: true, notableAt: null }),
    change('n-unconfirmed', n, { detectedAt: at(43), confirmed: false, notableAt: null }),
    change('n-withdrawn', n, { ...superseded, detectedAt: at(42), revisedAt: at(41), notableAt: null }),
    change('n-notified', n, { ...superseded, detectedAt: at(42), revisedAt: at(41) }),
    draft,
  );
  const isNew = async () =>
    Object.fromEntries(
      itemsOf(await feed(key, '?showAll=true')).map((item) => [String(item['title']).slice(9), item['isNew']]),
    );
  const expected = { low: false, unconfirmed: true, after: true, before: true, 'long-before': false, draft: true };
  assert.equal(await isNew(), { ...expected, withdrawn: false, notified: true });
  assert.equal(titles(await feed(key, '?newOnly=true')), ['n-after', 'n-before']);
  await api.fixture.project('accounts.events', [seenEvent(key, at(45), 1001)]);
  api.versions.tenantsChanged([key.tenantId]);
  assert.equal(titles(await feed(key, '?newOnly=true')), []);
  assert.is((await feed(key)).body['seenAt'], new Date(at(45)).toISOString());
  await api.detect({ ...draft, revision: 1, confirmed: true, notableAt: at(20), revisedAt: at(20) });
  assert.is((await isNew())['draft'], true);
  assert.equal(titles(await feed(key, '?newOnly=true')), ['n-draft']);
  await api.detect(change('n-seen', n, { detectedAt: at(45) }), change('n-unseen', n, { detectedAt: at(45) + 1 }));
  assert.equal(titles(await feed(key, '?newOnly=true')), ['n-unseen', 'n-draft']);
});

test('B-27, B-64 a confirmation in a pause makes nothing new', async () => {
  const { key, n, itemId } = await watcher();
  await pause(key, itemId, false, now - 40 * day);
  await pause(key, itemId, true, now - 30 * day);
  await api.fixture.project('accounts.events', [seenEvent(key, now - 44 * day)]);
  api.versions.tenantsChanged([key.tenantId]);
  await api.detect(change('q-silent', n, { detectedAt: now - 45 * day, notableAt: now - 35 * day, revision: 1 }));
  const [item] = itemsOf(await feed(key));
  assert.equal([item?.['confirmed'], item?.['isNew']], [true, false]);
});

test('B-65 the marker is moved by a request, not back, and not to the last 30 seconds; each refusal moves nothing', async () => {
  const { key, n } = await watcher();
  const seen = (body: object, text = key.text) => api.send('POST', '/me/monitoring/seen', { key: text, body });
  const seenAt = async () => Date.parse(String((await feed(key)).body['seenAt']));
  await api.detect(change('m-old', n, { detectedAt: now - 3 * day }), change('m-late', n, { detectedAt: now }));
  const created = await seenAt();
  for (const body of [
    {},
    [],
    { upTo: now },
    { upTo: 'yesterday' },
    { upTo: '2026-02-30T00:00:00.000Z' },
    { upTo: '2026-05-30T00:00:00.000Z', to: 1 },
  ]) {
    const { status, body: refusal } = await seen(body);
    assert.equal([status, refusal['code']], [400, 'invalid_parameter'], JSON.stringify(body));
  }
  for (const upTo of ['yesterday', '2026-02-30T00:00:00.000Z', '2026-05-29T12:00:00', '2026-05-29T23:59:60Z']) {
    const { body: refusal } = await seen({ upTo });
    assert.match(JSON.stringify(refusal), /must be a time with its offset, such as 2026-05-29T12:00:00Z/, upTo);
  }
  const reader = await api.makeKey({ scopes: ['monitoring:read'] });
  assert.is((await seen({ upTo: iso(now) }, reader.text)).status, 403, 'K-08');
  assert.is(await seenAt(), created);
  const first = await seen({ upTo: iso(now - 3 * day) });
  assert.equal([first.status, first.body], [200, { seenAt: iso(now - 3 * day) }]);
  assert.equal(titles(await feed(key, '?newOnly=true')), ['m-late']);
  for (const upTo of ['2026-05-29T12:00:00Z', '2026-05-29T14:00:00.000000+02:00']) {
    assert.equal((await seen({ upTo })).body, { seenAt: iso(now - 3 * day) }, upTo);
  }
  assert.equal((await seen({ upTo: iso(now - 9 * day) })).body, { seenAt: iso(now - 3 * day) }, 'never back');
  for (const upTo of [iso(now - 3 * day).replace('.000Z', 'Z'), iso(now - 3 * day).replace('.000Z', '.0000+00:00')]) {
    const answer = await seen({ upTo });
    assert.equal([answer.status, answer.body], [200, { seenAt: iso(now - 3 * day) }], upTo);
  }
  const clock = api.dependencies.clock();
  const { body } = await seen({ upTo: iso(now + 90 * day) });
  assert.equal(body, { seenAt: iso(clock - 30 * second) });
  assert.equal(titles(await feed(key, '?newOnly=true')), ['m-late'], 'what just arrived stays new');
});

const iso = (at: number): string => new Date(at).toISOString();

/** The rows that marking as seen writes. */
const seenEvent = (key: TestKey, seenAt: number, seq = 1000) => ({
  eventId: 'seen',
  tenantId: key.tenantId,
  seq,
  commandId: 'seen',
  inputPosition: 0,
  type: 'tenant.changed',
  at: seenAt,
  actor: 'session',
  item: null,
  intervals: [],
  key: null,
  tenant: { limit: 50, seenAt, createdAt: now - 100 * day },
  notice: null,
  session: null,
  marks: null,
  webhook: null,
  request: null,
  outcome: null,
});

test('B-60 … B-63, B-66, B-69, B-70 the item', async () => {
  const { key, n, itemId } = await watcher();
  const full = change('i-full', n, {
    category: 'disclosure_field',
    materiality: 'material',
    fieldGroup: 'fees',
    quote: '<b>10</b> %',
    priorQuote: '5 %',
    priorSourceUrl: 'https://a.example/old',
    detectedAt: now - hour,
  });
  const sibling = change('i-sibling', n, { groupId: full.groupId, detectedAt: now - hour, lowSignal: true });
  const sparse = change('i-sparse', n, {
    before: null,
    after: null,
    sourceUrl: null,
    sourceHash: null,
    impact: null,
    detectedAt: now - 2 * hour,
  });
  await api.detect(full, sibling, sparse);
  const [first, second] = itemsOf(await feed(key));
  const { trail: _trail, ...assessment } = full.assessment;
  assert.equal(first, {
    id: full.id,
    category: 'disclosure_field',
    watchlistItemId: itemId,
    asset: {
      id: assetId(n),
      name: `Token ${n}`,
      symbol: `TK${n}`,
      issuerName: 'Acme Euro S.A.',
      chain: 'eip155:1',
      chainId: 1,
      contractAddress: asset(n).address,
    },
    detectedAt: new Date(now - hour).toISOString(),
    knownAt: new Date(now - hour).toISOString(),
    title: 'Change i-full',
    detail: 'Detail of i-full.',
    materiality: 'material',
    sourceUrl: 'https://register.example/file.csv',
    priorSourceUrl: 'https://a.example/old',
    href: `/changes/${encodeURIComponent(full.id)}`,
    isNew: true,
    fieldGroup: 'fees',
    changeKind: 'changed',
    before: 'old',
    after: 'new',
    quote: '<b>10</b> %',
    priorQuote: '5 %',
    sourceHash: full.sourceHash,
    confirmed: true,
    lowSignal: false,
    impact: 'One line on what it bears on.',
    explanation: full.explanation,
    direction: 'weakens',
    disposition: 'shown',
    severity: 'medium',
    impactAssessment: {
      ...assessment,
      assessedAt: new Date(full.assessment.assessedAt).toISOString(),
      groupId: full.groupId,
      childEventIds: [full.id, sibling.id].sort(),
    },
  });
  assert.equal(Object.keys(second ?? {}), [
    'id',
    'category',
    'watchlistItemId',
    'asset',
    'detectedAt',
    'knownAt',
    'title',
    'detail',
    'href',
    'isNew',
    'changeKind',
    'confirmed',
    'lowSignal',
    'explanation',
    'direction',
    'disposition',
    'severity',
    'impactAssessment',
  ]);
});

test('B-61 while an item is gathering, its changes describe the asset by its id alone', async () => {
  nextAsset += 1;
  const n = nextAsset;
  await api.declare(asset(n));
  const key = await api.makeKey();
  await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' }, now - 50 * day);
  await api.detect(change('a-gathering', n));
  const described = { name: null, symbol: null, issuerName: null, chain: null, chainId: null, contractAddress: null };
  const [item] = itemsOf(await feed(key));
  assert.equal(item?.['asset'], { id: assetId(n), ...described });
  const one = await api.get(`/me/monitoring/changes/${change('a-gathering', n).id}`, key.text);
  assert.equal(one.body, item);
  await api.watch(key, assetId(n));
  assert.is(memberOf(itemsOf(await feed(key))[0], 'asset', 'name'), `Token ${n}`);
});

test('B-67, B-68 unconfirmed changes are shown as provisional and never notified; there is no score anywhere', async () => {
  const { key, n } = await watcher();
  const provisional = { confirmed: false, notableAt: null };
  await api.detect(change('c-draft', n, provisional), change('c-held', n, { ...provisional, disposition: 'held' }));
  const reply = await feed(key);
  const shown = itemsOf(reply).map((item) => [item['title'], item['confirmed'], item['disposition'], item['isNew']]);
  assert.equal(shown.sort(), [
    ['Change c-draft', false, 'shown', true],
    ['Change c-held', false, 'held', true],
  ]);
  assert.equal(itemsOf(await feed(key, '?newOnly=true')), []);
  const inbox = await api.get('/me/notifications', key.text);
  assert.equal(
    itemsOf(inbox).map((item) => item['kind']),
    ['intake_ready'],
  );
  for (const { text } of [reply, inbox]) assert.not.match(text, /"[^"]*(score|rating|grade)[^"]*":/i);
  for (const item of itemsOf(reply)) assert.not.match(String(item['impact']), '\n');
});

test('B-60 a newer revision replaces the text, the id stays', async () => {
  const { key, n } = await watcher();
  const first = change('v-0', n);
  await api.detect(first);
  assert.equal(titles(await feed(key)), ['v-0']);
  await api.detect({ ...first, revision: 2, title: 'Change v-2' }, { ...first, revision: 1, title: 'Change v-1' });
  assert.equal(titles(await feed(key)), ['v-2']);
  assert.is(String(itemsOf(await feed(key))[0]?.['id']), first.id);
});

test('B-74 an unchanged poll is 304 although `since` moves; a new change is not', async () => {
  const { key, n } = await watcher();
  await api.detect(change('e-1', n));
  const first = await feed(key);
  assert.is(first.headers['x-poll-interval'], '60');
  api.pass(minute);
  const poll = () =>
    api.send('GET', '/me/monitoring/changes', {
      key: key.text,
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
  assert.is((await poll()).status, 304);
  await api.detect(change('e-2', n));
  assert.is((await poll()).status, 200);
});

test.run();
