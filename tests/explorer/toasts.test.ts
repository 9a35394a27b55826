/** What a form did stands once on the page that it leads to, and Undo restores what the API serves (PG-7). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { itemsOf, type Reply, type TestKey } from '../api/harness.ts';
import { asset, assetId, change, day, hour, now } from '../api/records.ts';
import {
  decoded,
  elementsOf,
  endpointHost,
  openPages,
  type PagesHarness,
  post,
  signIn,
  textOf,
  tokenOf,
  visit,
} from './harness.ts';

let api: PagesHarness;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1), asset(2), asset(3, { chain: 'base', symbol: 'TK2', name: 'Token 2' }));
});
test.after(() => api.close());

interface NextPage {
  readonly path: string;
  readonly page: Reply;
  /** The toast of the page; null without one. */
  readonly toast: string | null;
  readonly cookie: string;
}

/** Sends the form of a page, and opens what it leads to as a browser does. */
async function send(
  cookie: string,
  from: Reply,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<NextPage> {
  const reply = await post(api, action, { token: tokenOf(from, action), ...fields }, { cookie });
  assert.is(reply.status, 303, `${action} ${textOf(reply)}`);
  const [done = ''] = (reply.headers['set-cookie'] ?? []).filter((one) => one.startsWith('attestry_done='));
  assert.match(done, /; HttpOnly; SameSite=Strict; Max-Age=60$/, action);
  const path = String(reply.headers['location']);
  const page = await visit(api, path.split('#', 1)[0] ?? '', { cookie: `${cookie}; ${done.split(';', 1)[0] ?? ''}` });
  assert.match(String(page.headers['set-cookie']), /^attestry_done=; .*Max-Age=0/, 'it is shown once');
  const after = await visit(api, path.split('#', 1)[0] ?? '', { cookie });
  assert.is(toastsOf(after).length, 0, 'and not again');
  const toasts = toastsOf(page);
  assert.is(toasts.length, 1, `${action}: one toast`);
  return { path, page, toast: toasts[0] ?? null, cookie };
}

/** Texts of the toasts that a reader sees. */
const toastsOf = ({ text }: Reply): readonly string[] =>
  [...text.matchAll(/<div class="toast" data-toast(?:="true")?><span data-announcement[^>]*>(.*?)<\/span>/g)].map(
    ([, sentence]) => sentence ?? '',
  );

/** Sends the form of the toast, with the fields that it has. */
async function undo({ page, cookie }: NextPage): Promise<NextPage> {
  const [, toast = ''] = /data-toast[^>]*>(.*?)<\/form>/s.exec(page.text) ?? [];
  assert.match(toast, 'data-undo');
  const action = /action="([^"]+)"/.exec(toast)?.[1] ?? '';
  const fields = Object.fromEntries(
    [...toast.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );
  return send(cookie, page, action, fields);
}

const listOf = async (key: TestKey): Promise<string> => (await api.get('/me/watchlist', key.text)).text;
const inboxOf = async (key: TestKey): Promise<string> => (await api.get('/me/notifications', key.text)).text;
const isElement = (page: Reply, name: string): boolean => elementsOf(page.text).some((one) => one.name === name);

test('PG-7 a token that is added, paused, noted or removed is as before after Undo, byte for byte', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const empty = await listOf(key);
  const found = await visit(api, '/watchlist?add=TK1', { cookie });
  const added = await send(cookie, found, '/watchlist', { assetId: assetId(1) });
  assert.is(added.toast, 'TK1 on Ethereum is watched.');
  const itemId = added.path.split('#')[1] ?? '';
  assert.match(added.page.text, `<tr id="${itemId}"`, 'the row that was added is the target');
  await undo(added);
  assert.is(await listOf(key), empty);
  await api.watch(key, assetId(2));
  const [item] = itemsOf(await api.get('/me/watchlist', key.text));
  const path = `/watchlist/${String(item?.['id'])}`;
  const page = (): Promise<Reply> => visit(api, path, { cookie });
  await send(cookie, await page(), path, { do: 'note', note: 'Ours. <b>\r\n“Two”' });
  for (const [fields, toast] of [
    [{ do: 'pause' }, 'TK2 on Ethereum is paused.'],
    [{ do: 'note', note: 'Another' }, 'The note of TK2 on Ethereum is saved.'],
  ] as const) {
    const before = await listOf(key);
    const led = await send(cookie, await page(), path, fields);
    assert.is(led.toast, toast);
    assert.is.not(await listOf(key), before);
    await undo(led);
    assert.is(await listOf(key), before, toast);
  }
  await send(cookie, await page(), path, { do: 'pause' });
  const before = await listOf(key);
  const removed = await send(cookie, await page(), path, { do: 'remove' });
  assert.is(removed.toast, 'TK2 on Ethereum is removed.');
  assert.is(await listOf(key), empty);
  await undo(removed);
  const intakeSeq = api.intakes.get(String(item?.['id'])) ?? 0;
  const ended = { itemId: String(item?.['id']), intakeSeq, outcome: 'ready', registryPosition: 0 } as const;
  await api.give(key.tenantId, 'intake.resolve', ended);
  assert.is(await listOf(key), before);
  const other = await visit(api, '/watchlist?add=TK1', { cookie });
  const again = await send(cookie, other, '/watchlist', { assetId: assetId(2) });
  assert.is(again.toast, 'TK2 on Ethereum is on the list already.');
  assert.not.match(again.page.text, 'data-undo');
});

test('PG-7 opening a change marks nothing; Mark read, next leads to the most urgent unread one, and Undo restores the inbox', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  const cookie = await signIn(api, key.text);
  const first = change('triage-1', 1, { severity: 'low', detectedAt: now - 3 * day });
  const second = change('triage-2', 1, { severity: 'severe', detectedAt: now - 9 * day });
  const third = change('triage-3', 1, { severity: 'high', detectedAt: now - day });
  await api.detect(first, second, third);
  const pathOf = ({ id }: { readonly id: string }): string => `/changes/${encodeURIComponent(id)}`;
  const intake = itemsOf(await api.get('/me/notifications', key.text)).find(({ kind }) => kind === 'intake_ready');
  const all = await visit(api, '/inbox', { cookie });
  await send(cookie, all, '/inbox/read', { one: String(intake?.['id']), back: '/inbox', then: 'stay' });
  const before = await inboxOf(key);
  const page = await visit(api, pathOf(first), { cookie });
  assert.is(await inboxOf(key), before, 'opening marks nothing');
  assert.match(textOf(page), / Mark read, next Mark read /);
  const one = /name="one" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const next = await send(cookie, page, '/inbox/read', { one, back: pathOf(first), then: 'next' });
  assert.is(next.path, pathOf(second));
  assert.is(next.toast, '1 notification marked as read.');
  const restored = await undo(next);
  assert.is(restored.path, pathOf(first));
  assert.is(restored.toast, '1 notification unread again.');
  assert.is(await inboxOf(key), before);
  const stay = await send(cookie, page, '/inbox/read', { one, back: pathOf(first), then: 'stay' });
  assert.is(stay.path, pathOf(first));
  assert.match(textOf(stay.page), / Read /);
  assert.not.match(stay.page.text, 'value="next"');
  const rest = [second, third].map(async (member) => {
    const shown = await visit(api, pathOf(member), { cookie });
    return [shown, /name="one" value="([^"]+)"/.exec(shown.text)?.[1] ?? ''] as const;
  });
  const [[from, id] = [page, ''], [last, lastId] = [page, '']] = await Promise.all(rest);
  await send(cookie, from, '/inbox/read', { one: id, back: '/inbox', then: 'next' });
  const none = await send(cookie, last, '/inbox/read', { one: lastId, back: '/inbox', then: 'next' });
  assert.is(none.path, '/inbox', 'nothing is unread any more');
  assert.match(textOf(none.page), /Nothing is unread/);
});

test('PG-7 colours, sessions, endpoints and the seen marker have a toast; of colours Undo restores the cookie', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(2));
  const cookie = await signIn(api, key.text);
  await signIn(api, key.text);
  await api.detect(change('toast-seen', 2));
  const account = await visit(api, '/account', { cookie });
  const dark = await send(cookie, account, '/account/theme', { theme: 'dark' });
  assert.is(dark.toast, 'Colours: dark.');
  const light = await undo({ ...dark, cookie });
  assert.is(light.toast, 'Colours: as the system has them.');
  const session = /name="session" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
  assert.is((await send(cookie, account, '/account/sessions/end', { session })).toast, 'The session is ended.');
  const others = await send(cookie, account, '/account/sessions/end-others', {});
  assert.is(others.toast, 'The other sessions of this key are ended.');
  const page = await visit(api, '/changes?by=known', { cookie });
  const seen = Object.fromEntries(
    [...page.text.matchAll(/name="(upTo|count)" value="(\d+)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const marked = await send(cookie, page, '/changes/seen', { ...seen, back: '/changes?by=known' });
  assert.is(marked.toast, '1 change marked as seen.');
  assert.not.match(marked.page.text, 'data-undo');
  const list = await visit(api, '/account/webhooks', { cookie });
  const made = await post(
    api,
    '/account/webhooks',
    { token: tokenOf(list, '/account/webhooks'), url: `https://${endpointHost}/in` },
    { cookie },
  );
  const endpoint = /\/account\/webhooks\/[0-9a-f-]{36}/.exec(made.text)?.[0] ?? '';
  const act = async (what: string): Promise<string | null> =>
    (await send(cookie, await visit(api, endpoint, { cookie }), endpoint, { do: what })).toast;
  assert.is(await act('pause'), 'The endpoint is paused.');
  const again = await send(cookie, await visit(api, endpoint, { cookie }), endpoint, { do: 'pause' });
  assert.not.match(again.page.text, 'data-undo', 'one that was stopped before would not be as it was');
  assert.is(await act('enable'), 'The endpoint is enabled.');
  assert.is(await act('remove'), 'The endpoint is removed.');
});

test('PG-7 an endpoint that fails and is paused is as before after Undo, byte for byte', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const list = await visit(api, '/account/webhooks', { cookie });
  const fields = { token: tokenOf(list, '/account/webhooks'), url: `https://${endpointHost}/in` };
  const made = await post(api, '/account/webhooks', fields, { cookie });
  const path = /\/account\/webhooks\/[0-9a-f-]{36}/.exec(made.text)?.[0] ?? '';
  const pending = { messageId: 'msg_1', cursor: 'WzJd', tries: 3, nextAt: now + hour };
  const state = { after: 0, cursor: 'WzJd', pending: [pending], failingSince: now - day, reason: null };
  await api.give(key.tenantId, 'webhook.progress', { endpointId: path.split('/').at(-1) ?? '', deliveries: [], state });
  const served = async (): Promise<string> => (await api.get('/me/webhooks', key.text)).text;
  const before = await served();
  assert.match(before, /"enabled":true.*"failingSince":"2\d{3}-.*"pending":1,"nextAttemptAt":"2/);
  const paused = await send(cookie, await visit(api, path, { cookie }), path, { do: 'pause' });
  assert.match(await served(), /"enabled":false,"reason":"stopped"/);
  const resumed = await undo(paused);
  assert.is(resumed.toast, 'The endpoint sends again, as before the pause.');
  assert.is(await served(), before);
  await send(cookie, resumed.page, path, { do: 'resume' });
  assert.is(await served(), before, 'what is not paused stays as it is');
});

test('PG-7 a toast of another session, or of another host, is not shown', async () => {
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  const reply = await post(
    api,
    '/account/theme',
    { token: tokenOf(await visit(api, '/account', { cookie }), '/account/theme'), theme: 'dark' },
    { cookie },
  );
  const done = (reply.headers['set-cookie'] ?? []).find((one) => one.startsWith('attestry_done='))?.split(';', 1)[0];
  const other = await signIn(api, (await api.makeKey()).text);
  const forged = Buffer.from(JSON.stringify({ text: '<b>x', undo: null })).toString('base64url');
  for (const [session, sent] of [
    [other, done],
    [cookie, `attestry_done=${forged}.AAAA`],
    [cookie, `attestry_done=${forged}`],
    [cookie, 'attestry_done='],
  ] as const) {
    const page = await visit(api, '/account', { cookie: `${session}; ${sent ?? ''}` });
    assert.equal([page.status, toastsOf(page)], [200, []]);
    assert.not.ok(isElement(page, 'b') && textOf(page).includes('<b>x'));
  }
  assert.equal(toastsOf(await visit(api, '/account', { cookie: `${cookie}; ${done ?? ''}` })), ['Colours: dark.']);
});

test('a long list of what was done goes without its Undo, so that browsers keep the cookie', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  const cookie = await signIn(api, key.text);
  const all = Array.from({ length: 90 }, (_, n) => change(`long-toast-${n}`, 1, { detectedAt: now - day - n }));
  await api.detect(...all);
  const page = await visit(api, `/changes/${encodeURIComponent(all[0]?.id ?? '')}`, { cookie });
  const inbox = itemsOf(await api.get('/me/notifications?limit=100', key.text)).map(({ id }) => String(id));
  const led = await send(cookie, page, '/inbox/read', { one: inbox.join(' '), back: '/inbox', then: 'stay' });
  assert.match(led.toast ?? '', /^\d\d notifications marked as read\.$/);
  assert.not.match(/data-toast[^>]*>(.*?)<\/div>/s.exec(led.page.text)?.[1] ?? '', 'data-undo');
});

test.run();
