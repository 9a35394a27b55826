import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness } from '../../api/harness.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import { asset, assetId, change, day, now, second } from '../../api/records.ts';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1), asset(2));
});
test.after(() => api.close());

async function reader(...changes: readonly Change[]): Promise<{ cookie: string; key: string }> {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.watch(key, assetId(2));
  await api.detect(...changes);
  return { cookie: await signIn(api, key.text), key: key.text };
}

const seenAtOf = async (key: string): Promise<number> =>
  Date.parse(String((await api.get('/me/monitoring/changes', key)).body['seenAt']));

test('U-04 marking as seen moves the marker to the newest time shown, and the stories are no longer new', async () => {
  const newest = now - 2 * day;
  const { cookie, key } = await reader(
    change('seen-1', 1),
    change('seen-2', 1, { detectedAt: newest, revisedAt: newest, notableAt: newest }),
  );
  const page = await visit(api, '/changes?days=30', { cookie });
  assert.match(textOf(page), /2 are new/);
  const upTo = /name="upTo" value="(\d+)"/.exec(page.text)?.[1] ?? '';
  assert.is(Number(upTo), newest);
  const fields = { token: tokenOf(page, '/changes/seen'), upTo, back: '/changes?days=30' };
  const reply = await post(api, '/changes/seen', fields, { cookie });
  assert.is(reply.status, 303);
  assert.is(reply.headers['location'], '/changes?days=30');
  assert.is(await seenAtOf(key), newest);
  const after = await visit(api, '/changes?days=30', { cookie });
  assert.not.match(after.text, /New: |Mark all shown as seen/);
});

test('U-04 the marker stays 30 s behind the rendering, never moves back and never into the future', async () => {
  const { cookie, key } = await reader(change('late', 1, { detectedAt: now, revisedAt: now, notableAt: now }));
  const page = await visit(api, '/changes', { cookie });
  const upTo = Number(/name="upTo" value="(\d+)"/.exec(page.text)?.[1]);
  assert.is(upTo, now - 30 * second);
  const token = tokenOf(page, '/changes/seen');
  const mark = async (time: string): Promise<number> =>
    (await post(api, '/changes/seen', { token, upTo: time }, { cookie })).status;
  assert.is(await mark(String(upTo)), 303);
  assert.is(await mark(String(now - 5 * day)), 303);
  assert.is(await seenAtOf(key), upTo);
  assert.is(await mark(String(now + 900 * day)), 303);
  assert.ok((await seenAtOf(key)) <= now);
  for (const bad of ['', 'x', '-1', '1.5', '1e99', 'Infinity']) assert.is(await mark(bad), 400, bad);
  assert.is((await post(api, '/changes/seen', { upTo: String(now) }, { cookie })).status, 403);
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
  assert.match(textOf(page), /Nothing in the last 7 days .* The newest change is from 21 Feb 2026/);
  assert.match(page.text, /href="\/changes\?days=180&amp;category=sanctions"/);
  assert.match(textOf(await visit(api, '/changes?days=180&category=sanctions', { cookie })), /Headline of old/);
  const nobody = await signIn(api, (await api.makeKey()).text);
  assert.match(textOf(await visit(api, '/changes', { cookie: nobody })), /You watch no token yet/);
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
  assert.match(textOf(one), /Nothing in the last 1 day .* The newest change is from \d+ [A-Z]/);
  assert.match(one.text, /href="\/changes\?days=180"/);
  assert.match(one.text, /href="\/changes\?days=365"/);
  assert.not.match(textOf(one), /Before that/);
  const bare = await visit(api, '/changes?utm_source=mail', { cookie });
  const [above = '', below = ''] = textOf(bare).split('Before that');
  assert.match(above, /0 changes on 1 watched token in the last 90 days, told as 0 stories/);
  assert.match(above, /The newest change is from/);
  assert.is(below.match(/Headline of before-/g)?.length, 20);
  assert.match(below, /Headline of before-0 .*Headline of before-19 /);
  assert.not.match(bare.text, /Mark all shown as seen/);
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

test('U-20 the CSV file has the changes of the page, in the columns of the export', async () => {
  const { cookie, key } = await reader(change('csv-1', 1), change('csv-2', 2, { category: 'sanctions' }));
  const page = await visit(api, '/changes?days=30&category=sanctions&sort=impact', { cookie });
  const path = (/href="(\/changes\.csv[^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&');
  const file = await visit(api, path, { cookie });
  assert.is(file.status, 200);
  assert.match(String(file.headers['content-type']), 'text/csv');
  assert.match(String(file.headers['content-disposition']), 'attachment');
  const ids = (text: string): readonly string[] => [...text.matchAll(/^[a-z_]+:[0-9a-f]+/gm)].map(([id]) => id).sort();
  const twin = await api.get('/me/monitoring/changes?days=30&category=sanctions', key);
  assert.equal(ids(file.text), (twin.body['items'] as { id: string }[]).map(({ id }) => id).sort());
  assert.ok(ids(file.text).length > 0);
  assert.is((await visit(api, `${path}&cursor=x`, { cookie })).status, 400);
  assert.is((await visit(api, '/changes.csv')).status, 303);
});

test('a filter keeps the items and materialities that a link names', async () => {
  const { cookie } = await reader();
  const item = 'a55e7000-0000-4000-8000-0000000000aa';
  const page = await visit(api, `/changes?item=${item}&materiality=material`, { cookie });
  assert.match(page.text, `<input type="hidden" name="item" value="${item}"`);
  assert.match(page.text, '<input type="hidden" name="materiality" value="material"');
});

test.run();
