import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { themeCookie, themeOf } from '../../../explorer/sessions/theme-cookie.ts';
import type { RecordAuthority } from '../../../schemas/generated/records.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import { openPages, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: Harness;
let demoKey: string | null = null;

const authority: RecordAuthority = {
  id: 'a',
  type: 'owner',
  address: '0x1',
  accountType: 'regular',
  signers: [],
  threshold: null,
  accountKind: null,
  verified: false,
  observedAt: null,
};
const named = (id: string, n: number, headline: string, part: Parameters<typeof change>[2] = {}) =>
  change(id, n, { ...part, explanation: { ...change(id, n).explanation, headline } });

test.before(async () => {
  api = await openPages({}, { demoKeys: () => (demoKey === null ? null : { reader: demoKey, operator: null }) });
  await api.declare(
    asset(1),
    asset(2, { name: 'Guarded Euro', authorities: [authority] }),
    asset(3, { name: 'Hidden', public: false }),
    asset(4, { name: 'Elsewhere', chain: 'xrpl', address: 'EUR.rUNaS5sqRuxZz6V7rBGhoSaZiVYA3ut4UL' }),
  );
  await api.detect(
    named('new', 1, 'A neutral move', { severity: 'low', detectedAt: now - day }),
    named('weighty', 1, 'A weighty move', { direction: 'weakens', detectedAt: now - 2 * day }),
    named('fee', 2, 'A fee', {
      category: 'disclosure_field',
      quote: 'The fee is 0.10 %.',
      priorQuote: 'The fee is 0 %.',
      detectedAt: now - 5 * day,
    }),
    named('long', 2, 'A list', {
      category: 'collateral_isin',
      quote: `a ${'x '.repeat(300)}`,
      priorQuote: 'b',
      detectedAt: now - 6 * day,
    }),
    named('listed', 2, 'A listed wallet', { category: 'sanctions', severity: 'severe', detectedAt: now - 9 * day }),
    named('draft', 2, 'A draft', { category: 'party_edge', confirmed: false }),
    named('minor', 2, 'Low signal', { category: 'party_edge', lowSignal: true }),
    named('hidden', 3, 'Of a hidden token', { category: 'party_edge' }),
    named('unlisted', 4, 'On a chain that is not listed', { category: 'party_edge' }),
  );
});
test.after(() => api.close());

test('U-12 the start page has the most urgent public changes of each category, and leads to it', async () => {
  const page = await visit(api, '/');
  const text = textOf(page);
  assert.match(text, /What changed .*Sanctions 23 May 2026 A listed wallet.*Registers 30 May 2026 A weighty move/);
  assert.not.match(text, /A neutral move|A draft|Low signal|Of a hidden token|On a chain that is not listed/);
  assert.match(
    page.text,
    new RegExp(
      `href="/verified-assets/${asset(1).address}/ethereum/changes/${encodeURIComponent(change('weighty', 1).id)}"`,
    ),
  );
});

test('changes of a token that is not listed, or that are not shown, do not crowd out those that are', async () => {
  const crowd = Array.from({ length: 21 }, (_, n) => n);
  await api.detect(
    named('last', 2, 'A shown party', { category: 'party_edge', detectedAt: now - 20 * day }),
    ...crowd.map((n) => named(`hidden-${n}`, 3, 'Of a hidden token', { category: 'party_edge', detectedAt: now - n })),
    ...crowd.map((n) =>
      named(`minor-${n}`, 2, 'Suppressed', {
        category: 'party_edge',
        disposition: 'suppressed',
        detectedAt: now - n,
      }),
    ),
  );
  api.pass(31_000);
  const text = textOf(await visit(api, '/'));
  assert.match(text, /Control 12 May 2026 A shown party/);
  assert.not.match(text, /Of a hidden token|Suppressed/);
});

test('U-21 the start page shows what differs between two short passages, word by word', async () => {
  const { text } = await visit(api, '/');
  assert.match(text, /The fee is <del><span class="hidden">removed: <\/span>0<\/del><ins>.*0\.10<\/ins> %\./);
  assert.not.match(text, /x x x x/);
});

test('a reader who watches the token is led to the page of the change', async () => {
  const key = await api.makeKey();
  await api.watch(key, assetId(1), now - 30 * day);
  const page = await visit(api, '/', { cookie: await signIn(api, key.text) });
  assert.match(page.text, new RegExp(`href="/changes/${encodeURIComponent(change('weighty', 1).id)}"`));
  assert.match(page.text, /href="\/verified-assets\/[^"]+\/changes\/sanctions%3A/);
});

test('U-11 the start page shows a token with its verdict, the one of which the most is known', async () => {
  assert.match(textOf(await visit(api, '/')), /Guarded Euro on Ethereum .*0 of 1 proven/);
});

test('U-31 in the demo the start page signs in with one click; without the demo, and for a search, it does not offer it', async () => {
  assert.not.match((await visit(api, '/')).text, /name="demo"/);
  demoKey = (await api.makeKey()).text;
  const page = await visit(api, '/');
  assert.match(page.text, /name="demo" value="yes"/);
  assert.not.match(page.text, demoKey);
  assert.not.match((await visit(api, '/?q=nothing')).text, /name="demo"/);
  assert.not.match((await visit(api, '/', { host: 'registry.example' })).text, /name="demo"/);
});

test('the colours that a reader chose are a cookie of the browser, which every page follows', async () => {
  const cookie = await signIn(api, (await api.makeKey()).text);
  const token = tokenOf(await visit(api, '/account', { cookie }), '/account/theme');
  const set = async (theme: string) =>
    (await post(api, '/account/theme', { theme, token }, { cookie })).headers['set-cookie']?.[0];
  assert.match(
    (await set('dark')) ?? '',
    /^attestry_theme=dark; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  );
  assert.match((await set('"><script>')) ?? '', /^attestry_theme=; Path=\/; Max-Age=0;/);
  assert.match(
    (await visit(api, '/', { cookie: 'a=b; attestry_theme=dark' })).text,
    /<html lang="en" data-theme="dark">/,
  );
  assert.match((await visit(api, '/', { cookie: 'attestry_theme=x' })).text, /<html lang="en">/);
  assert.match(themeCookie('light', true), /Secure$/);
  assert.is(themeOf('my_attestry_theme=dark'), null);
});

test.run();
