import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness, Reply } from '../../api/harness.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { asset, assetId, change, day, now, second } from '../../api/records.ts';
import { openPages, post, seenFieldsOf, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1), asset(2));
});
test.after(() => api.close());

let assets = 100;

/** A reader of two assets, with changes of the assets 1 and 2, which stand for these two. */
async function reader(
  ...changes: readonly Change[]
): Promise<{ cookie: string; key: string; detect: (...later: readonly Change[]) => Promise<void> }> {
  const own = new Map([1, 2].map((n) => [assetId(n), (assets += 1)]));
  const key = await api.makeKey();
  for (const n of own.values()) {
    await api.declare(asset(n));
    await api.watch(key, assetId(n));
  }
  const detect = (...all: readonly Change[]): Promise<void> =>
    api.detect(...all.map((one) => ({ ...one, assetId: assetId(own.get(one.assetId) ?? 0) })));
  await detect(...changes);
  return { cookie: await signIn(api, key.text), key: key.text, detect };
}

const seenAtOf = async (key: string): Promise<number> =>
  Date.parse(String((await api.get('/me/monitoring/changes', key)).body['seenAt']));

test('U-04 marking as seen moves the marker to the newest time shown, and the stories are no longer new', async () => {
  const newest = now - 2 * day;
  const { cookie, key } = await reader(
    change('seen-1', 1),
    change('seen-2', 1, { detectedAt: now - 9 * day, revisedAt: now - day, notableAt: newest }),
  );
  const page = await visit(api, '/changes?days=30', { cookie });
  assert.match(textOf(page), /2 are new.* Mark 2 new changes as seen/);
  const seen = seenFieldsOf(page);
  assert.equal(seen, { upTo: String(newest), count: '2' });
  const fields = { ...seen, token: tokenOf(page, '/changes/seen'), back: '/changes?days=30' };
  const reply = await post(api, '/changes/seen', fields, { cookie });
  assert.is(reply.status, 303);
  assert.is(reply.headers['location'], '/changes?days=30');
  assert.is(await seenAtOf(key), newest);
  const after = await visit(api, '/changes?days=30', { cookie });
  assert.not.match(after.text, /New: |as seen/);
  assert.is((await post(api, '/changes/seen', fields, { cookie })).status, 303, 'a second time, it has nothing to do');
});

test('U-04 what arrived in the last 30 s stays new', async () => {
  const { cookie, key } = await reader(
    change('late', 1, { detectedAt: now, revisedAt: now, notableAt: now }),
    change('not late', 1, { detectedAt: now - 31 * second, notableAt: null }),
  );
  const page = await visit(api, '/changes?by=known', { cookie });
  const seen = seenFieldsOf(page);
  assert.equal(seen, { upTo: String(now - 31 * second), count: '1' });
  const token = tokenOf(page, '/changes/seen');
  assert.is((await post(api, '/changes/seen', { token, ...seen }, { cookie })).status, 303);
  const after = await visit(api, '/changes?by=known', { cookie });
  assert.match(textOf(after), /1 is new/);
  assert.not.match(after.text, /as seen|mark them seen/);
  assert.is(await seenAtOf(key), now - 31 * second);
});

test('PE-10 U-04 a page that leaves out a new change has no seen button, and leads to all of them', async () => {
  const { cookie, key } = await reader(
    change('in', 1),
    change('other category', 1, { category: 'sanctions', detectedAt: now - 4 * day }),
    change('draft', 2, { detectedAt: now - 5 * day, confirmed: false, notableAt: null }),
    change('ancient', 2, { detectedAt: now - 400 * day, notableAt: now - 6 * day }),
    change('low', 2, { lowSignal: true, notableAt: null }),
  );
  for (const query of [
    '?by=detected',
    '?category=register',
    '?category=collateral_isin',
    '?newOnly=true&days=365',
    '?days=7',
  ]) {
    const page = await visit(api, `/changes${query}`, { cookie });
    assert.not.match(page.text, /action="\/changes\/seen"/, query);
    assert.match(page.text, /<a class="btn" href="\/changes\/new">Show all 4 new ones to mark them seen/, query);
  }
  const page = await visit(api, '/changes/new', { cookie });
  assert.match(textOf(page), /4 new changes of every kind and age, the oldest first/);
  assert.match(textOf(page), /Headline of ancient .*Headline of draft .*Headline of other category .*Headline of in/);
  const seen = seenFieldsOf(page);
  assert.equal(seen, { upTo: String(now - 3 * day), count: '4' });
  const token = tokenOf(page, '/changes/seen');
  assert.is((await post(api, '/changes/seen', { token, ...seen }, { cookie })).status, 303);
  assert.is(await seenAtOf(key), now - 3 * day);
  assert.match(textOf(await visit(api, '/changes/new', { cookie })), /Nothing is new/);
});

test('PE-10 U-04 a forged time or number is 409 and moves nothing, and so is a page that is not complete any more', async () => {
  const { cookie, key, detect } = await reader(change('f-1', 1), change('f-2', 1, { detectedAt: now - 2 * day }));
  const created = await seenAtOf(key);
  const page = await visit(api, '/changes?by=known', { cookie });
  const { upTo = '', count = '' } = seenFieldsOf(page);
  const token = tokenOf(page, '/changes/seen');
  const mark = async (fields: Readonly<Record<string, string>>): Promise<Reply> =>
    post(api, '/changes/seen', { token, upTo, count, ...fields }, { cookie });
  for (const forged of [
    { upTo: String(now - 3 * day) },
    { upTo: String(now) },
    { upTo: String(now + 900 * day) },
    { count: '1' },
    { count: '3' },
    { count: '0' },
  ]) {
    assert.is((await mark(forged)).status, 409, JSON.stringify(forged));
  }
  for (const bad of ['', 'x', '-1', '1.5', '1e99', 'Infinity']) {
    assert.is((await mark({ upTo: bad })).status, 400, bad);
    assert.is((await mark({ count: bad })).status, 400, bad);
  }
  assert.is((await post(api, '/changes/seen', { upTo, count }, { cookie })).status, 403);
  const more = [1, 2, 3].map((n) => change(`f-late-${n}`, 2, { detectedAt: now - 2 * day - n }));
  await detect(...more);
  const refused = await mark({});
  assert.is(refused.status, 409);
  assert.match(textOf(refused), /Nothing was changed: 3 more arrived: load them first\./);
  assert.is(await seenAtOf(key), created);
});

test('PE-10 U-04 of more than 200 new changes the oldest 200 come first, and those of one time together', async () => {
  await api.declare(asset(8));
  const key = await api.makeKey();
  await api.watch(key, assetId(8));
  const cookie = await signIn(api, key.text);
  const at = (n: number): number => now - 20 * day + (n < 195 ? n : n < 205 ? 195 : n);
  await api.detect(
    ...Array.from({ length: 210 }, (_, n) => change(`many-${n}`, 8, { detectedAt: at(n), subjectKey: `row ${n}` })),
  );
  const rounds: string[] = [];
  for (const expected of [`${at(204)} 205`, `${at(209)} 5`]) {
    const page = await visit(api, '/changes/new', { cookie });
    const { upTo = '', count = '' } = seenFieldsOf(page);
    rounds.push(`${upTo} ${count}`);
    assert.is(rounds.at(-1), expected);
    const token = tokenOf(page, '/changes/seen');
    assert.is((await post(api, '/changes/seen', { token, upTo, count }, { cookie })).status, 303);
  }
});

test('U-17 K-08 without watchlist:write there is neither button nor link, and the form is 403', async () => {
  await api.declare(asset(9));
  const key = await api.makeKey();
  await api.watch(key, assetId(9));
  await api.detect(change('read only', 9));
  const scopes = { ...key, cookie: await signIn(api, (await api.makeKey({ scopes: ['monitoring:read'] })).text) };
  const own = await visit(api, '/changes?by=known', { cookie: await signIn(api, key.text) });
  assert.match(own.text, /action="\/changes\/seen"/);
  const page = await visit(api, '/changes?by=known', scopes);
  assert.not.match(page.text, /as seen|mark them seen/);
  const token = tokenOf(own, '/changes/seen');
  assert.is((await post(api, '/changes/seen', { token, upTo: '1', count: '1' }, scopes)).status, 403);
});

test('U-29 an empty window names the newest change and leads to the shortest window with it', async () => {
  const old = now - 100 * day;
  const key = await api.makeKey();
  await api.watch(key, assetId(1), now - 120 * day);
  const cookie = await signIn(api, key.text);
  const none = await visit(api, '/changes?days=7&category=sanctions', { cookie });
  assert.match(textOf(none), /Nor at any time before/);
  await api.detect(change('old', 1, { category: 'sanctions', detectedAt: old, revisedAt: old, notableAt: old }));
  const page = await visit(api, '/changes?days=7&category=sanctions', { cookie });
  assert.match(
    textOf(page),
    /Nothing was detected in the last 7 days that passes these filters\. The newest change is from 21 Feb 2026/,
  );
  assert.match(page.text, /href="\/changes\?days=180&amp;category=sanctions&amp;by=known"/);
  assert.match(textOf(await visit(api, '/changes?days=180&category=sanctions', { cookie })), /Headline of old/);
  const nobody = await signIn(api, (await api.makeKey()).text);
  assert.match(textOf(await visit(api, '/changes?by=known', { cookie: nobody })), /You watch no token yet/);
});

test('an empty window leads to the longest one, too; the bare page alone shows the newest older changes, in no count', async () => {
  await api.declare(asset(7));
  const key = await api.makeKey();
  await api.watch(key, assetId(7), now - 200 * day);
  const cookie = await signIn(api, key.text);
  const at = now - 120 * day;
  const old = Array.from({ length: 23 }, (_, n) => {
    const time = at - n * day;
    return change(`before-${n}`, 7, { detectedAt: time, revisedAt: time, notableAt: time });
  });
  await api.detect(...old);
  const one = await visit(api, '/changes?days=1', { cookie });
  assert.match(textOf(one), /Nothing was detected in the last 1 day\. The newest change is from \d+ [A-Z]/);
  assert.match(one.text, /href="\/changes\?days=180&amp;by=known"/);
  assert.match(one.text, /href="\/changes\?days=365&amp;by=known"/);
  assert.not.match(textOf(one), /Before that/);
  const bare = await visit(api, '/changes?by=known&utm_source=mail', { cookie });
  const [above = '', below = ''] = textOf(bare).split('Before that');
  assert.match(above, /No changes on 1 watched token in the last 90 days/);
  assert.match(above, /The newest change is from/);
  assert.not.match(above, /stories|By severity/);
  assert.is(below.match(/Headline of before-/g)?.length, 20);
  assert.match(below, /Headline of before-0 .*Headline of before-19 /);
  assert.not.match(bare.text, /action="\/changes\/seen"/);
});

test('U-18 below an empty window a story has all of its tokens', async () => {
  const key = await api.makeKey();
  const old = now - 120 * day;
  const several = Array.from({ length: 25 }, (_, n) => n + 300);
  await api.declare(...several.map((n) => asset(n, { symbol: 'MANY', chain: n % 2 === 0 ? 'base' : 'ethereum' })));
  for (const n of several) await api.watch(key, assetId(n), now - 200 * day);
  const of = { subjectKey: 'one row', detectedAt: old, revisedAt: old, notableAt: old } as const;
  await api.detect(...several.map((n) => change(`row ${n}`, n, { ...of, explanation: change('row', 1).explanation })));
  const page = textOf(await visit(api, '/changes?by=known', { cookie: await signIn(api, key.text) }));
  assert.match(page, /Before that .*1 story .*MANY 25 deployments on 2 chains/);
});

test("U-20 the bare page leads to the changes by the time at which they became known; any query is the API's", async () => {
  const { cookie, key } = await reader(change('bare-1', 1));
  for (const path of ['/changes', '/changes?', '/changes?days=&newOnly=', '/changes?utm_source=mail']) {
    const reply = await visit(api, path, { cookie });
    assert.equal([reply.status, reply.headers['location']], [303, '/changes?by=known'], path);
  }
  const page = await visit(api, '/changes?by=known', { cookie });
  assert.match(page.text, "/me/monitoring/changes?by=known'");
  assert.match(page.text, '<input type="hidden" name="by" value="known"');
  const ids = (text: string): readonly string[] =>
    [...text.matchAll(/<li id="([^"]+)" data-row/g)].map(([, id]) => id ?? '');
  for (const query of ['by=known', 'by=detected', 'days=365&sort=severity', 'by=known&days=365&sort=severity']) {
    const shown = await visit(api, `/changes?${query}`, { cookie });
    const twin = await api.get(`/me/monitoring/changes?${query}`, key);
    assert.equal(
      ids(shown.text),
      (twin.body['items'] as { id: string }[]).map(({ id }) => id),
      query,
    );
  }
  assert.is((await visit(api, '/changes?by=revised', { cookie })).status, 400);
});

test('PE-8 an old candidate that is confirmed now stands on the first day of the bare page, with both times', async () => {
  await api.declare(asset(8));
  const key = await api.makeKey();
  await api.watch(key, assetId(8), now - 300 * day);
  const cookie = await signIn(api, key.text);
  const detectedAt = now - 274 * day;
  const held = { category: 'sanctions', sourceKey: 'list:un-sc', detectedAt } as const;
  const candidate = change('candidate', 8, { ...held, confirmed: false, notableAt: null, severity: 'high' });
  await api.detect(candidate, change('newer', 8, { detectedAt: now - day }));
  const before = textOf(await visit(api, '/changes?by=known', { cookie }));
  assert.match(before, /Headline of newer/);
  assert.not.match(before, /Headline of candidate/);
  const review = { revision: 1, notableAt: now, knownAt: now, revisedAt: now, severity: 'severe' } as const;
  await api.detect(change('candidate', 8, { ...held, ...review }));
  const bare = await visit(api, '/changes', { cookie });
  const page = textOf(await visit(api, String(bare.headers['location']), { cookie }));
  assert.match(page, /1 Jun 2026 1 story .*Headline of candidate.* 31 May 2026 .*Headline of newer/);
  assert.match(page, /Severe .*Confirmed 1 Jun 2026 · in the list's file of 31 Aug 2025/);
  assert.not.match(textOf(await visit(api, '/changes?by=detected', { cookie })), /Headline of candidate/);
});

test('by severity: no day headings, the date on each row, and the way back', async () => {
  await api.declare(asset(9));
  const key = await api.makeKey();
  await api.watch(key, assetId(9));
  const cookie = await signIn(api, key.text);
  const at = (name: string, days: number, severity: Change['severity']): Change =>
    change(name, 9, { severity, detectedAt: now - days * day });
  await api.detect(at('s-low', 1, 'low'), at('s-severe', 20, 'severe'), at('s-medium', 2, 'medium'));
  const byDay = await visit(api, '/changes?by=known', { cookie });
  assert.match(byDay.text, 'href="/changes?by=known&amp;sort=severity"');
  const ranked = await visit(api, '/changes?by=known&sort=severity', { cookie });
  assert.match(textOf(ranked), /s-severe.* 12 May 2026 .*s-medium.* 30 May 2026 .*s-low.* 31 May 2026/);
  assert.not.match(ranked.text, 'class="day"');
  assert.match(textOf(ranked), / By day /);
  assert.match(ranked.text, 'href="/changes?by=known">By day');
});

test('U-26 the plot has a name, and each of its numbers is text, too', async () => {
  const { cookie } = await reader(change('plot-1', 1), change('plot-2', 2, { direction: 'mixed' }));
  const page = await visit(api, '/changes?days=90', { cookie });
  const [, plot = ''] = /(<svg class="plot[\s\S]*?<\/svg>)/.exec(page.text) ?? [];
  assert.match(plot, /role="group" aria-label="Stories by direction/);
  const bars = [...plot.matchAll(/<a href="(#[^"]+)" aria-label="([^"]+)"/g)];
  assert.ok(bars.length > 0);
  for (const [, href = '', label = ''] of bars) {
    assert.match(page.text, `<li>${label}</li>`);
    assert.match(page.text, `id="${href.slice(1)}"`);
  }
  assert.not.match((await visit(api, '/changes?days=7', { cookie })).text, /<svg class="plot/);
});

test('PG-6 the CSV file has the changes of the page in its order, for spreadsheets', async () => {
  const { cookie, key } = await reader(
    change('csv-1', 1, { severity: 'high', before: null }),
    change('csv-2', 2, { category: 'sanctions', detectedAt: now - 5 * day }),
    change('csv-3', 1, {
      severity: 'severe',
      detectedAt: now - 9 * day,
      explanation: { ...change('x', 1).explanation, headline: '=HYPERLINK("x"), "quoted"\nand more' },
    }),
  );
  const query = 'days=30&sort=severity&severity=severe,high';
  const page = await visit(api, `/changes?${query}`, { cookie });
  const path = (/href="(\/changes\.csv[^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&');
  const file = await visit(api, path, { cookie });
  assert.is(file.status, 200);
  assert.match(String(file.headers['content-type']), 'text/csv');
  assert.is(file.headers['content-disposition'], 'attachment; filename="attestry-changes-2026-06-01.csv"');
  assert.ok(file.text.startsWith('\u{feff}Date,Token,Chain,Address,Issuer,Headline,Severity,Direction,Confirmed,'));
  assert.match(file.text, 'Before,After,Source,Link,Id\r\n');
  assert.not.match(file.text.replaceAll('\r\n', '').replace('\nand more', ''), '\n');
  const rows: readonly Record<string, string>[] = parse(file.text, { bom: true, columns: true });
  const twin = await api.get(`/me/monitoring/changes?${query}`, key);
  assert.equal(
    rows.map((row) => row['Id']),
    (twin.body['items'] as { id: string }[]).map(({ id }) => id),
  );
  const [severe, high] = rows;
  assert.equal([severe?.['Severity'], high?.['Severity']], ['Severe', 'High']);
  assert.is(severe?.['Headline'], `'=HYPERLINK("x"), "quoted"\nand more`, 'a formula is inert');
  assert.is(severe?.['Date'], '2026-05-23');
  assert.equal([severe?.['Chain'], severe?.['Confirmed'], severe?.['Direction']], ['Ethereum', 'yes', 'Weakens']);
  assert.is(severe?.['Link'], `http://x.test/changes/${encodeURIComponent(severe?.['Id'] ?? '')}`);
  assert.is((await visit(api, `${path}&cursor=x`, { cookie })).status, 400);
  assert.is((await visit(api, '/changes.csv')).status, 303);
});

test('PG-6 a file has more changes than its page, and a key makes one at a time', async () => {
  await api.declare(asset(51));
  const key = await api.makeKey();
  await api.watch(key, assetId(51));
  const cookie = await signIn(api, key.text);
  await api.detect(...Array.from({ length: 201 }, (_, n) => change(`long-${n}`, 51, { detectedAt: now - day - n })));
  const page = await visit(api, '/changes?by=known', { cookie });
  assert.match(textOf(page), /There are more than these 200.* The CSV file has up to 10,000/);
  const file = await visit(api, '/changes.csv?by=known', { cookie });
  assert.is(parse(file.text, { bom: true }).length, 202);
  assert.is((await visit(api, '/changes.csv?by=known', { cookie })).status, 200, 'the one before has ended');
});

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<li id="([^"]+)" data-row/g)].map(([, id]) => id ?? '');

test('PG-8 B-49 every filter of the page, and every link that narrows it, is a query of the API with the same answer', async () => {
  const { cookie, key } = await reader(
    change('pg-1', 1, { severity: 'severe' }),
    change('pg-2', 2, { severity: 'high', direction: 'mixed', category: 'sanctions', detectedAt: now - 2 * day }),
    change('pg-3', 1, { severity: 'low', direction: 'neutral', detectedAt: now - 4 * day }),
    change('pg-4', 2, { severity: 'high', direction: 'weakens', lowSignal: true, detectedAt: now - 5 * day }),
    change('pg-5', 2, { severity: 'high', direction: 'weakens', confirmed: false, detectedAt: now - 6 * day }),
  );
  const seen = new Set<string>();
  const queue = ['/changes?by=known', '/changes?by=known&showAll=true'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || seen.size > 24) continue;
    seen.add(path);
    const page = await visit(api, path, { cookie });
    assert.is(page.status, 200, path);
    const twin = await api.get(`/me/monitoring${path}`, key);
    const expected = (twin.body['items'] as { id: string }[]).map(({ id }) => id);
    assert.equal([...idsIn(page.text)].sort(), [...expected].sort(), path);
    for (const [, to = ''] of page.text.matchAll(/href="(\/changes\?[^"]+)"/g)) {
      const href = to.replaceAll('&amp;', '&');
      if (/severity=|direction=|category=|item=/.test(href)) queue.push(href);
    }
  }
  assert.ok(seen.size > 20, `${seen.size} pages`);
});

test('marks of a change lead to its like, chips back, and the head counts stories and changes', async () => {
  const { explanation } = change('marks', 1);
  const { cookie } = await reader(
    change('mark-1', 1, { severity: 'high', subjectKey: 'one', explanation }),
    change('mark-2', 2, { severity: 'high', subjectKey: 'one', explanation }),
    change('mark-3', 2, { direction: 'neutral', severity: 'low', detectedAt: now - 7 * day }),
  );
  const page = await visit(api, '/changes?by=known&category=register', { cookie });
  assert.match(textOf(page), /2 stories \(3 changes\) on 2 watched tokens in the last 90 days/);
  assert.match(
    page.text,
    'class="dir plain weakens" href="/changes?by=known&amp;category=register&amp;direction=weakens"',
  );
  assert.match(page.text, 'class="tag" href="/changes?by=known&amp;category=register&amp;severity=high"');
  assert.match(page.text, 'href="/changes?by=known&amp;category=sanctions">only<span class="hidden"> Sanctions');
  assert.not.match(page.text, 'only<span class="hidden"> Registers');
  assert.match(textOf(page), /Unseen only .*Also uncertain ones/);
  const narrow = await visit(api, '/changes?by=known&direction=weakens,neutral&severity=high', { cookie });
  assert.match(
    narrow.text,
    /<a class="chip" href="\/changes\?by=known&amp;direction=weakens%2Cneutral"|<a class="chip" href="\/changes\?by=known&amp;direction=weakens,neutral"/,
  );
  assert.match(narrow.text, '<a class="chip" href="/changes?by=known&amp;direction=neutral&amp;severity=high"');
  assert.match(narrow.text, '<input type="hidden" name="severity" value="high"');
});

test('a filter keeps the items and materialities that a link names', async () => {
  const { cookie } = await reader();
  const item = 'a55e7000-0000-4000-8000-0000000000aa';
  const page = await visit(api, `/changes?item=${item}&materiality=material`, { cookie });
  assert.match(page.text, `<input type="hidden" name="item" value="${item}"`);
  assert.match(page.text, '<input type="hidden" name="materiality" value="material"');
});

test.run();
