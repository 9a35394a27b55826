import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import { type Harness, memberOf, type Reply } from '../../api/harness.ts';
import { asset, change, hour, now } from '../../api/records.ts';
import { assetId, declared, declaredParty, match } from '../../pipeline/changes/builders.ts';
import { candidateOf, declareCandidates } from '../candidates.ts';
import { openPages, type PagesHarness, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: PagesHarness;
let operator: string;
let holder: string;

test.before(async () => {
  api = await openPages();
  await api.declare(asset(1, { assetId, symbol: 'USDC' }));
  await api.observe(
    declared(1),
    declaredParty(2),
    candidateOf('1'),
    candidateOf('2'),
    match(11, { sinceObservationId: declared(1).id }),
  );
  operator = await signIn(api, (await api.makeKey({ scopes: ['operator'] })).text);
  holder = await signIn(api, (await api.makeKey()).text);
});
test.after(() => api.close());

const pages = ['', '/keys', '/tenants', '/parked', '/intake', '/requests', '/rules'].map((end) => `/operator${end}`);
const forms = ['/changes', '/keys', '/keys/rotate', '/keys/revoke', '/tenants', '/intake', '/requests'].map(
  (end) => `/operator${end}`,
);

test('K-16 U-17 without the scope every page of the operator is 404, its forms are 403, and no link leads there', async () => {
  for (const path of pages) {
    assert.is((await visit(api, path, { cookie: holder })).status, 404, path);
    assert.is((await visit(api, path, { cookie: operator })).status, 200, path);
    assert.is((await visit(api, path)).status, 303, path);
  }
  for (const path of forms) assert.is((await post(api, path, {}, { cookie: holder })).status, 403, path);
  assert.not.match((await visit(api, '/changes?by=known', { cookie: holder })).text, /href="\/operator/);
  const home = await visit(api, '/sources', { cookie: operator });
  assert.match(home.text, /href="\/operator"/);
  assert.not.match(home.text, /href="\/(?:inbox|changes|watchlist)"/);
});

test('a form of the operator needs its token, and a wrong one changes nothing', async () => {
  for (const path of forms) {
    assert.is((await post(api, path, {}, { cookie: operator })).status, 403, path);
    assert.is(
      (await post(api, path, { token: 'x' }, { cookie: operator, 'sec-fetch-site': 'cross-site' })).status,
      403,
    );
  }
});

const openOn = async (order = ''): Promise<Reply> => visit(api, `/operator${order}`, { cookie: operator });
const fieldsOf = (text: string, nth: number): { readonly story: string; readonly change: string } => {
  const all = [...text.matchAll(/name="story" value="([^"]+)"\/?><input type="hidden" name="change" value="([^"]+)"/g)];
  const [, story = '', change = ''] = all[nth] ?? [];
  return { story, change };
};

test('U-27 both sides of each candidate, and a decision with its reason stands on the change with who and when', async () => {
  const page = await openOn();
  const text = textOf(page);
  assert.match(text, /2 candidates and drafts wait/);
  assert.is(page.text.match(/<details class="card"[^>]*>/g)?.length, 2);
  assert.is(page.text.match(/<details class="card"[^>]* open/g)?.length, 1, 'the first candidate alone stands open');
  assert.match(text, /The list states CIRCLE <script> .*entry 1/);
  assert.match(text, /The token names Circle Issuer, declared as Circle/);
  assert.match(text, / Equal name and one more particular \(L2\) .* What agrees /);
  assert.not.match(page.text, /class="btn main"[^>]*name="verdict"|autofocus/, 'no decision is proposed');
  const { story: id, change: member } = fieldsOf(page.text, 0);
  const token = tokenOf(page, '/operator/changes');
  const given = {
    token,
    story: id,
    change: member,
    verdict: 'dismissed',
    why: 'Another company,\nof Iran.',
    by: 'A. Analyst',
  };
  for (const missing of ['why', 'by'] as const) {
    const sent = { ...given, [missing]: ' ' };
    const refused = await post(api, '/operator/changes', sent, { cookie: operator, 'x-request-id': 'mine_1' });
    assert.is(refused.status, 400);
    assert.match(textOf(refused), /Nothing was changed: .* 1 to \d+ characters.*\(request mine_1 \)/);
    assert.match(refused.text, new RegExp(`<details class="card" id="${id.replace(':', '-')}" open`));
    assert.match(refused.text, missing === 'why' ? /value="A. Analyst"/ : /Another company/);
  }
  assert.is((await post(api, '/operator/changes', { ...given, verdict: 'maybe' }, { cookie: operator })).status, 400);
  const decided = await post(api, '/operator/changes', given, { cookie: operator });
  assert.is(decided.status, 303);
  const after = await visit(api, String(decided.headers['location']), { cookie: operator });
  assert.match(textOf(after), /Decided Dismissed .* A\. Analyst \(key \w{8}\): “Another company, of Iran\.”/);
  assert.match(textOf(after), /1 candidate or draft waits/);
  assert.is(textOf(after).includes(new Date(now).getUTCFullYear().toString()), true);
  const [row] = await api.fixture.reader.query<{ readonly disposition: string; readonly revision: number }>(
    'SELECT disposition, revision FROM attestry.changes WHERE id = {id:String}',
    { id },
  );
  assert.equal(row, { disposition: 'superseded', revision: 1 });
  const key = await api.makeKey();
  await api.watch(key, assetId);
  const reader = await signIn(api, key.text);
  const change = textOf(await visit(api, `/changes/${encodeURIComponent(id)}`, { cookie: reader }));
  assert.match(change, / Withdrawn .* Confidence Withdrawn\. .* Revision 0: a draft, .* Revision 1: withdrawn, /);
  assert.not.match(change, /not confirmed yet|One reading/);
  const again = await post(api, '/operator/changes', given, { cookie: operator });
  assert.is(again.status, 400);
  assert.match(textOf(again), /another revision than the one you read/);
});

test('a confirmed candidate is shown on the public page of the token', async () => {
  const page = await openOn('?order=age');
  const token = tokenOf(page, '/operator/changes');
  const given = { token, ...fieldsOf(page.text, 0), verdict: 'confirmed', why: 'Same address.', by: 'A' };
  assert.is((await post(api, '/operator/changes', given, { cookie: operator })).status, 303);
  assert.match(
    textOf(await openOn()),
    /0 candidates and drafts wait .* Nothing is open.* Decided (?:Confirmed .* Dismissed|Dismissed .* Confirmed) /,
  );
  const asset1 = await visit(api, `/verified-assets/${asset(1).address}/ethereum`);
  assert.match(textOf(asset1), /as a review confirmed/);
});

test('U-27 *Decided* has a form that takes a review in force back; the match ends for readers, and waits for a decision again', async () => {
  const page = await openOn();
  const forms = [
    ...page.text.matchAll(
      /action="\/operator\/changes\/reopen".*?<input type="hidden" name="change" value="([^"]+)"/gs,
    ),
  ];
  assert.is(forms.length, 2, 'both reviews are in force');
  assert.match(textOf(page), /Decided Confirmed .* Reopen/);
  const token = tokenOf(page, '/operator/changes/reopen');
  const given = { token, change: forms[0]?.[1] ?? '', why: 'The address is another one.', by: 'B. Analyst' };
  for (const missing of ['why', 'by'] as const) {
    const refused = await post(api, '/operator/changes/reopen', { ...given, [missing]: ' ' }, { cookie: operator });
    assert.is(refused.status, 400);
    assert.match(refused.text, /<details class="small" open/);
  }
  const wrong = { ...given, change: given.change.replace(/ \d+$/, ' 99') };
  assert.match(
    textOf(await post(api, '/operator/changes/reopen', wrong, { cookie: operator })),
    /another revision than the one you read/,
  );
  const reopened = await post(api, '/operator/changes/reopen', given, { cookie: operator });
  assert.is(reopened.status, 303);
  const [done = ''] = reopened.headers['set-cookie'] ?? [];
  const after = await visit(api, '/operator', { cookie: `${operator}; ${done.split(';', 1)[0] ?? ''}` });
  const text = textOf(after);
  assert.match(text, /Reopened: it waits for a decision again\. .*1 candidate or draft waits/);
  assert.match(text, /The list states CIRCLE .* The token names Circle/, 'both sides, of the newest reading');
  assert.match(text, /Decided Reopened .* B\. Analyst \(key \w{8}\): “The address is another one\.” Confirmed/);
  assert.is(after.text.match(/action="\/operator\/changes\/reopen"/g)?.length, 1, 'the other review alone is in force');
  const token1 = textOf(await visit(api, `/verified-assets/${asset(1).address}/ethereum`));
  assert.match(token1, /A review took back that/);
  const again = await post(api, '/operator/changes/reopen', given, { cookie: operator });
  assert.is(again.status, 400, 'it is taken back once');
  assert.match(textOf(again), /the review changed nothing/);
  const decide = { ...fieldsOf(after.text, 0), token: tokenOf(after, '/operator/changes') };
  const dismissed = { ...decide, verdict: 'dismissed', why: 'Another company.', by: 'A' };
  assert.is((await post(api, '/operator/changes', dismissed, { cookie: operator })).status, 303);
});

test('PG-12 a story of five members, decided once, is five reviews; what is not ticked stays open', async () => {
  await declareCandidates(api, [61, 62, 63, 64, 65, 66]);
  const page = await openOn();
  assert.match(textOf(page), /6 candidates and drafts wait/);
  assert.is(page.text.match(/<details class="card"/g)?.length, 1, 'one story');
  const ticked = [...page.text.matchAll(/type="checkbox" name="change" value="([^"]+)" checked/g)].map(
    ([, one]) => one ?? '',
  );
  assert.is(ticked.length, 6);
  const form = new URLSearchParams({
    token: tokenOf(page, '/operator/changes'),
    story: fieldsOf(page.text, 0).story,
    verdict: 'dismissed',
    why: 'Another company.',
    by: 'A',
  });
  for (const one of ticked.slice(0, 5)) form.append('change', one);
  const none = new URLSearchParams([...form].filter(([name]) => name !== 'change'));
  assert.match(textOf(await post(api, '/operator/changes', none, { cookie: operator })), /choose at least one token/);
  const before = await reviewsIn();
  const decided = await post(api, '/operator/changes', form, { cookie: operator });
  assert.is(decided.status, 303);
  assert.is((await reviewsIn()) - before, 5);
  const [done = ''] = decided.headers['set-cookie'] ?? [];
  const after = await visit(api, '/operator', { cookie: `${operator}; ${done.split(';', 1)[0] ?? ''}` });
  assert.match(textOf(after), /5 reviews recorded: dismissed\. .*1 candidate or draft waits/);
  assert.match(after.text, `name="change" value="${ticked[5] ?? ''}"`);
});

test('PG-12 a draft that no review can decide is shown without a form, and is in no number of decisions', async () => {
  const before = textOf(await openOn());
  const [, waiting = ''] = /To decide (\d+) candidates? (?:and|or) drafts? wait/.exec(before) ?? [];
  await api.declare(asset(71));
  const draft = change('row of a register', 71, { confirmed: false, disposition: 'held', notableAt: null });
  await api.detect(draft);
  const page = await openOn();
  assert.ok(!page.text.includes(`value="${draft.id} ${draft.revision}"`), 'no form is about it');
  const text = textOf(page);
  assert.match(
    text,
    new RegExp(
      `To decide ${waiting} candidates? (?:and|or) drafts? waits? for a review, 1 change for a second reading\\.`,
    ),
  );
  assert.match(
    text,
    /Headline of row of a register .*No review decides it: the next reading of its source confirms it or withdraws it/,
  );
});

const reviewsIn = async (): Promise<number> => {
  const sql = "SELECT toUInt32(uniqExact(id)) AS count FROM attestry.store_observations WHERE subject_kind = 'review'";
  const [row] = await api.fixture.reader.query<{ readonly count: number }>(sql, {});
  return Number(row?.count);
};

test('PG-12 a rejected feed, an old list and a chain that is not read are counted, each with a link', async () => {
  const run = (feed: string, asOf: number, status: string): FeedRun => ({
    runId: `${feed} ${asOf}`,
    captureId: 'c',
    feed,
    status,
    asOf,
    sha256: 'a'.repeat(64),
    rows: 1,
    added: 0,
    changed: 0,
    removed: 0,
    editorial: 0,
    corrected: 0,
    held: 0,
    reason: null,
    alarms: [],
    forced: false,
    parserVersion: '1',
  });
  await api.fixture.project('feed.runs', [
    run('esma-emtwp', now - hour, 'accepted'),
    run('esma-emtwp', now, 'rejected'),
    run('ofac-addresses', now - 90 * 24 * hour, 'accepted'),
  ]);
  api.pass(11_000);
  const page = await openOn();
  assert.match(page.text, '<a href="/sources/esma-emtwp">1 feed rejected</a>');
  assert.match(page.text, '<a href="/sources/ofac-addresses">1 list or register old</a>');
  assert.match(page.text, /<a href="\/sources#chains">\d chains? not read<\/a>/);
  assert.match(page.text, '<a href="/operator">1 to decide</a>');
});

const keyOf = ({ text }: Reply): string => /attestry_\w{8}_\w{32}/.exec(text)?.[0] ?? '';

test('K-13 a new key is shown once, in the answer to its form; it works, is replaced, and ends', async () => {
  const page = await visit(api, '/operator/keys', { cookie: operator });
  const token = tokenOf(page, '/operator/keys');
  const fields = { token, name: 'Ann <b>', scope: 'monitoring:read', limit: '7', expires: '2027-01-31', tenant: '' };
  const made = await post(api, '/operator/keys', fields, { cookie: operator });
  assert.is(made.status, 200);
  assert.is(made.headers['cache-control'], 'no-store');
  const key = keyOf(made);
  assert.is((await api.get('/me/watchlist', key)).status, 200);
  assert.is(memberOf((await api.get('/me/watchlist', key)).body, 'limit'), 7);
  const [, keyId = ''] = key.split('_');
  const list = await visit(api, '/operator/keys', { cookie: operator });
  assert.is(keyOf(list), '');
  assert.match(
    textOf(list),
    new RegExp(`${keyId}…${key.slice(-4)} Ann <b> Read changes, the inbox and the watchlist monitoring:read`),
  );
  assert.not.ok(api.logged.some((line) => line.includes(key.slice(-32))));
  const rotated = await post(
    api,
    '/operator/keys/rotate',
    { token: tokenOf(list, '/operator/keys/rotate'), key: keyId },
    { cookie: operator },
  );
  const next = keyOf(rotated);
  assert.is.not(next, key);
  assert.is((await api.get('/me/watchlist', next)).status, 200);
  const revoke = { token: tokenOf(list, '/operator/keys/revoke'), key: keyId };
  assert.match(textOf(await post(api, '/operator/keys/revoke', revoke, { cookie: operator })), /is revoked/);
  api.pass(4_000);
  assert.is((await api.get('/me/watchlist', key)).status, 401);
});

const badKeys: readonly (readonly [fields: Readonly<Record<string, string>>, problem: RegExp])[] = [
  [{ name: '', scope: 'operator' }, /name of a key has 1 to 200 characters/],
  [{ name: 'x', scope: 'root' }, /"root" is not one of monitoring:read/],
  [{ name: 'x' }, /at least one scope/],
  [{ name: 'x', scope: 'operator', limit: '-1' }, /the limit is a whole number/],
  [{ name: 'x', scope: 'operator', expires: '2027-02-30' }, /the end is a day such as/],
  [{ name: 'x', scope: 'operator', expires: '2020-01-01' }, /would expire before it is made/],
  [{ name: 'x', scope: 'operator', tenant: 'nobody' }, /there is no tenant nobody/],
];
for (const [fields, problem] of badKeys) {
  test(`a key is not made: ${JSON.stringify(fields)}`, async () => {
    const token = tokenOf(await visit(api, '/operator/keys', { cookie: operator }), '/operator/keys');
    const headers = { cookie: operator, 'x-request-id': 'mine_1' };
    const reply = await post(api, '/operator/keys', { token, ...fields }, headers);
    assert.is(reply.status, 400);
    assert.match(textOf(reply), problem);
    assert.match(textOf(reply), /\(request mine_1 \)/, 'U-29');
    assert.is(keyOf(reply), '');
  });
}

test('places of a tenant are set, an intake is queued again, and what is unknown is refused', async () => {
  const key = await api.makeKey();
  const tenants = await visit(api, '/operator/tenants', { cookie: operator });
  assert.match(textOf(tenants), new RegExp(`${key.tenantId} 1 0 of 50`));
  const limits = { token: tokenOf(tenants, '/operator/tenants'), tenant: key.tenantId };
  await post(api, '/operator/tenants', { ...limits, limit: '3' }, { cookie: operator });
  assert.match(
    textOf(await visit(api, '/operator/tenants', { cookie: operator })),
    new RegExp(`${key.tenantId} 1 0 of 3`),
  );
  assert.is((await post(api, '/operator/tenants', { ...limits, limit: 'x' }, { cookie: operator })).status, 400);
  assert.match(textOf(await visit(api, '/operator/intake', { cookie: operator })), /Every intake is complete/);
  const added = await api.give(key.tenantId, 'watch.add', { assetId, by: 'operator' });
  const itemId = added.item?.itemId ?? '';
  const intake = await visit(api, '/operator/intake', { cookie: operator });
  assert.match(textOf(intake), /USDC Ethereum Being taken in It waits for its turn/);
  const retry = { token: tokenOf(intake, '/operator/intake'), item: itemId };
  assert.match(textOf(await post(api, '/operator/intake', retry, { cookie: operator })), /is queued again/);
  const none = await post(api, '/operator/intake', { ...retry, item: 'none' }, { cookie: operator });
  assert.match(textOf(none), /Nothing was changed: there is no watchlist item none/);
});

test('parked records with what was wrong, and the rule set in force', async () => {
  assert.match(textOf(await visit(api, '/operator/parked', { cookie: operator })), /Nothing is parked/);
  await api.fixture.project('dead.letters', [parked]);
  const page = await visit(api, '/operator/parked', { cookie: operator });
  assert.match(textOf(page), /observations\[2\]@7 detect UndecodableValue it is <i>no<\/i> record/);
  assert.match(
    textOf(await visit(api, '/operator/rules', { cookie: operator })),
    /impact-v1 In force the start of the log/,
  );
});

const parked = {
  topic: 'observations',
  partition: 2,
  offset: 7,
  key: null,
  value: null,
  headers: {},
  timestamp: now - hour,
  schemaId: null,
  processor: 'detect',
  errorClass: 'UndecodableValue',
  message: 'it is <i>no</i> record',
  time: now,
} satisfies Parameters<Harness['fixture']['project']>[1][number];

test.run();
