import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packIds, unpackIds } from '../../../explorer/pages/inbox/id-list.ts';
import { type Harness, itemsOf } from '../../api/harness.ts';
import { asset, assetId, change, day, hour, now, verdict } from '../../api/records.ts';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1, { symbol: 'USDX' }), asset(2, { symbol: 'USDX', chain: 'base' }), asset(3));
});
test.after(() => api.close());

/** A reader of two tokens, with two register changes that are one story, one that strengthens, and two ended intakes. */
async function reader(name: string) {
  const key = await api.makeKey();
  for (const n of [1, 2]) await api.watch(key, assetId(n));
  const texts = change(name, 1).explanation;
  const story = (n: number, part: Parameters<typeof change>[2] = {}) =>
    change(`${name}-${n}`, n, { subjectKey: name, explanation: texts, severity: 'high', ...part });
  await api.detect(
    story(1),
    story(2),
    change(`${name}-up`, 1, {
      direction: 'strengthens',
      severity: 'low',
      detectedAt: now - hour,
    }),
  );
  return { cookie: await signIn(api, key.text), key: key.text, owner: key };
}

const unreadOf = async (key: string): Promise<readonly string[]> =>
  itemsOf(await api.get('/me/notifications?unread=true', key))
    .map(({ id }) => String(id))
    .sort();
const badgeOf = (text: string): number => Number(/data-unread(?: hidden)?[^>]*><span>(\d+)</.exec(text)?.[1]);
const idsOf = (text: string): readonly string[] =>
  [...text.matchAll(/name="one" value="([^"]+)" data-mark/g)].map(([, ids]) => ids ?? '');

test('U-18 U-19 marking a story marks all its members, Undo unmarks exactly those, and every number agrees', async () => {
  const { cookie, key } = await reader('mark');
  const page = await visit(api, '/inbox', { cookie });
  const before = await unreadOf(key);
  assert.is(badgeOf(page.text), before.length);
  assert.match(textOf(page), new RegExp(`${before.length} unread notifications`));
  assert.match(textOf(page), / High newest first.*Headline of mark.* Low newest first.*Intake of 2 tokens is complete/);
  assert.equal(idsOf(page.text).join(' ').split(' ').sort(), before);
  const story =
    idsOf(page.text).find(
      (ids) => ids.split(' ').length === 2 && page.text.indexOf(ids) < page.text.indexOf('>Low</a>'),
    ) ?? '';
  const token = tokenOf(page, '/inbox/read');
  const marked = await post(api, '/inbox/read', { token, one: story, back: '/inbox' }, { cookie });
  assert.is(marked.status, 303);
  assert.equal(
    await unreadOf(key),
    before.filter((id) => !story.split(' ').includes(id)),
  );
  const after = await visit(api, String(marked.headers['location']), { cookie });
  assert.is(badgeOf(after.text), before.length - 2);
  assert.match(textOf(after), /2 notifications marked as read/);
  const undo = /name="id" value="([^"]*)"/.exec(after.text)?.[1] ?? '';
  assert.equal(undo.split(' ').sort(), story.split(' ').sort());
  const back = await post(api, '/inbox/unread', { token: tokenOf(after, '/inbox/unread'), id: undo }, { cookie });
  assert.is(back.status, 303);
  assert.equal(await unreadOf(key), before);
});

test('a change that was withdrawn after its notification has the mark of a withdrawn one', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(2));
  const cookie = await signIn(api, key.text);
  const [stated, other] = ['withdrawn', 'waiting'].map((name) =>
    change(name, 2, { severity: 'high', subjectKey: 'row', detectedAt: now - 2 * day }),
  ) as [ReturnType<typeof change>, ReturnType<typeof change>];
  await api.detect(stated, other);
  const withdrawn = { confirmed: false, disposition: 'superseded', severity: 'low' } as const;
  await api.detect({ ...stated, ...withdrawn, revision: 1, revisedAt: now - hour });
  const { text } = await visit(api, '/inbox', { cookie });
  const stories = [...text.matchAll(/<article class="story">.*?<\/article>/gs)].map(([story]) => story);
  const marked = (name: string): boolean =>
    stories.some(
      (story) => story.includes(`Headline of ${name}`) && story.includes('<span class="tag">Withdrawn</span>'),
    );
  assert.ok(marked('withdrawn'));
  assert.not.ok(marked('waiting'));
  assert.not.match(text, /Draft: not confirmed yet/);
});

test('groups by severity over pages: an old severe one is on the first; what is open and urgent follows high, and is no notification', async () => {
  await api.declare(asset(4));
  const { text: key, ...owner } = await api.makeKey();
  await api.watch({ text: key, ...owner }, assetId(4));
  const cookie = await signIn(api, key);
  const many = Array.from({ length: 60 }, (_, index) =>
    change(`ranked-many-${index}`, 4, { severity: 'medium', detectedAt: now - hour - index }),
  );
  const severe = change('ranked-severe', 4, { severity: 'severe', detectedAt: now - 40 * day });
  const held = { confirmed: false, notableAt: null, disposition: 'held', category: 'sanctions' } as const;
  const open = change('ranked-open', 4, { ...held, severity: 'high', detectedAt: now - 30 * day });
  const faint = change('ranked-faint', 4, { ...held, severity: 'medium' });
  const high = change('ranked-high', 4, { severity: 'high' });
  await api.detect(...many, high, severe, open, faint);
  const first = await visit(api, '/inbox', { cookie });
  const text = textOf(first);
  const order =
    / Severe .*Headline of ranked-severe.* High .*Headline of ranked-high.* Not confirmed .*Headline of ranked-open.* Medium /;
  assert.match(text, order);
  assert.not.match(text, /ranked-faint/);
  const next = /href="(\/inbox\?cursor=[^"]+)">\s*Older/.exec(first.text)?.[1] ?? '';
  assert.match(next, /\.3$/);
  const second = await visit(api, next, { cookie });
  assert.match(textOf(second), / Medium .* Low .*Intake of Token 4 is complete/);
  assert.not.match(textOf(second), /Not confirmed|Headline of ranked-severe/);
  const ids = [...idsOf(first.text), ...idsOf(second.text)].flatMap((one) => one.split(' '));
  assert.is(new Set(ids).size, ids.length);
  assert.equal([...ids].sort(), await unreadOf(key));
});

test('mark all shown, then the page states that nothing is unread, and all are under All', async () => {
  const { cookie, key } = await reader('all');
  const page = await visit(api, '/inbox', { cookie });
  const shown = /name="shown" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  const fields = { token: tokenOf(page, '/inbox/read'), do: 'all', shown, answer: 'json' };
  const reply = await post(api, '/inbox/read', fields, { cookie });
  assert.equal([...(reply.body['ids'] as string[])].sort(), shown.split(' ').sort());
  assert.equal(await unreadOf(key), []);
  assert.match(textOf(await visit(api, '/inbox', { cookie })), /Nothing is unread/);
  const all = await visit(api, '/inbox?show=all', { cookie });
  assert.match(textOf(all), /Headline of all/);
  assert.equal(idsOf(all.text), []);
});

test('PE-9 two changes of one reading are two notifications, one line that names both, and two pages', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(3));
  const parts = ['Owner authority', 'Mint authority'].map((label) => {
    const one = change(`transfer ${label}`, 3, { title: `${label} replaced`, groupId: change('transfer', 3).groupId });
    const { explanation } = one;
    const texts = { ...explanation, headline: `Another ${label}`, field: { ...explanation.field, label } };
    return { ...one, explanation: texts };
  });
  await api.detect(...parts);
  const items = itemsOf(await api.get('/me/notifications', key.text)).filter(({ kind }) => kind === 'register_change');
  assert.equal(
    items.map(({ headline, changeHref }) => [headline, changeHref]).sort(),
    parts.map(({ id, explanation }) => [explanation.headline, `/changes/${encodeURIComponent(id)}`]).sort(),
  );
  const cookie = await signIn(api, key.text);
  const page = await visit(api, '/inbox', { cookie });
  assert.match(textOf(page), /(Owner authority and mint|Mint authority and owner) authority replaced/);
  const both = items.map(({ id }) => String(id)).sort();
  assert.ok(idsOf(page.text).some((ids) => ids.split(' ').sort().join() === both.join()));
  const [first, second] = parts;
  const shown = await visit(api, `/changes/${encodeURIComponent(first?.id ?? '')}`, { cookie });
  assert.match(textOf(shown), /Changed with it Another Mint authority/);
  assert.ok(shown.text.includes(encodeURIComponent(second?.id ?? '')));
});

test('ticked stories are marked together; ids of another tenant change nothing', async () => {
  const mine = await reader('mine');
  const other = await reader('other');
  const page = await visit(api, '/inbox', { cookie: mine.cookie });
  const token = tokenOf(page, '/inbox/read');
  const theirs = (await unreadOf(other.key)).join(' ');
  const foreign = await post(api, '/inbox/read', { token, one: theirs }, { cookie: mine.cookie });
  assert.is(foreign.headers['location'], '/changes');
  const led = await post(api, '/inbox/read', { token, one: '', back: '/.//evil.example' }, { cookie: mine.cookie });
  assert.equal([led.status, led.headers['location']], [303, '/changes']);
  assert.is((await unreadOf(other.key)).join(' '), theirs);
  const [a = '', b = ''] = idsOf(page.text);
  const body = `token=${encodeURIComponent(token)}&id=${encodeURIComponent(a)}&id=${encodeURIComponent(b)}&do=chosen`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const reply = await api.send('POST', '/inbox/read', { body, headers: { ...headers, cookie: mine.cookie } });
  assert.is(reply.status, 303);
  const left = await unreadOf(mine.key);
  assert.not.ok([...a.split(' '), ...b.split(' ')].some((id) => left.includes(id)));
  for (const bad of [
    'x',
    `${a} nonsense`,
    Array.from({ length: 201 }, (_, n) => `5b0f0d10-0000-5000-8000-${String(n).padStart(12, '0')}`).join(' '),
  ]) {
    assert.is((await post(api, '/inbox/read', { token, one: bad }, { cookie: mine.cookie })).status, 400);
  }
  assert.is((await visit(api, '/inbox?cursor=1.x', { cookie: mine.cookie })).status, 400);
});

test('a verdict on an obligation has a label of its own, the words of the API, and leads to the obligation', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(3));
  await api.judge(verdict(3, now - hour));
  const page = await visit(api, '/inbox', { cookie: await signIn(api, key.text) });
  const row = textOf(page).split(' Medium ')[1] ?? '';
  assert.match(row, / Obligation .*The newest report found is of 31 March 2026\./);
  assert.match(page.text, new RegExp(`href="/obligations/${assetId(3)}#NYD-02"`));
});

test('ids of notifications survive the way through an address, and any other text is none', () => {
  fc.assert(fc.property(fc.array(fc.uuid(), { maxLength: 200 }), (ids) => assert.equal(unpackIds(packIds(ids)), ids)));
  for (const text of ['x', '!', 'AAAA', '__proto__']) assert.equal(unpackIds(text), []);
});

/** Queries since a moment that read groups of an inbox. */
const groupQueriesSince = (from: number): number =>
  api.queries.slice(from).filter((sql) => sql.includes('counted AS')).length;

test('U-19 a mark reads no group of the inbox again, and what happens next is shown at once all the same', async () => {
  const { cookie, key, owner } = await reader('again');
  const markFirst = async (): Promise<string> => {
    const page = await visit(api, '/inbox', { cookie });
    const [one = ''] = idsOf(page.text);
    await post(api, '/inbox/read', { token: tokenOf(page, '/inbox/read'), one, back: '/inbox' }, { cookie });
    return one;
  };
  await markFirst();
  const from = api.queries.length;
  const marked = await markFirst();
  const after = await visit(api, '/inbox', { cookie });
  assert.is(groupQueriesSince(from), 0);
  assert.not.ok(idsOf(after.text).includes(marked));
  await api.detect(change('again-later', 1));
  const later = await visit(api, '/inbox', { cookie });
  assert.is(badgeOf(later.text), badgeOf(after.text) + 1);
  assert.is((await unreadOf(key)).length, badgeOf(later.text));
  await api.watch(owner, assetId(3));
  await api.detect(change('again-third', 3));
  assert.is(badgeOf((await visit(api, '/inbox', { cookie })).text), (await unreadOf(key)).length);
});

test.run();
