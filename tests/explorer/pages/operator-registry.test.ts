import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { itemsOf, type Reply, type TestKey } from '../../api/harness.ts';
import { wordsOf } from '../../../schemas/coverage/reasons.ts';
import { asset, now } from '../../api/records.ts';
import { registeredAsset, registeredParty } from '../../api/registry-port.ts';
import { openPages, type PagesHarness, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: PagesHarness;
let key: TestKey;
let operator: string;
let holder: string;

const party = registeredParty({ name: 'Acme S.A.', kyi: { status: 'verified', at: now }, lei: '529900T8BM49AURSDO55' });
const token = registeredAsset({
  parties: [{ partyId: party.partyId, role: 'issuer' }],
  whitepaperUrl: 'https://a.example/paper',
  sources: [{ sourceId: 'whitepaper', url: 'https://a.example/paper', kind: 'whitepaper', extractor: 'none' }],
});
const paths = {
  list: '/operator/registry',
  import: '/operator/registry/import',
  apply: '/operator/registry/apply',
  add: '/operator/registry/add',
  token: `/operator/registry/assets/${token.assetId}`,
  party: `/operator/registry/parties/${party.partyId}`,
} as const;
const listText = (name: string): string =>
  JSON.stringify([{ chainId: 1, address: `0x${'5'.repeat(40)}`, name, symbol: 'FIVE', decimals: 6 }]);

test.before(async () => {
  api = await openPages();
  key = await api.makeKey({ scopes: ['operator'] });
  operator = await signIn(api, key.text);
  holder = await signIn(api, (await api.makeKey()).text);
  await api.register(party, token);
});
test.after(() => api.close());

const open = (path: string): Promise<Reply> => visit(api, path, { cookie: operator });

/** Sends a form of a page, as a browser does: the token is that of the form on the page. */
async function send(page: Reply | string, action: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const shown = typeof page === 'string' ? await open(page) : page;
  return post(api, action, { ...hiddenOf(shown, action), ...fields }, { cookie: operator });
}

/** Hidden fields of the form with that action. */
function hiddenOf({ text }: Reply, action: string): Readonly<Record<string, string>> {
  const [, form = ''] = new RegExp(`action="${action}"([\\s\\S]*?)</form>`).exec(text) ?? [];
  const found = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

test('U-17 the registry is 404 without the scope operator, and its forms are 403', async () => {
  for (const path of Object.values(paths)) {
    if (path !== paths.apply) assert.is((await visit(api, path, { cookie: holder })).status, 404, path);
    if (path !== paths.list) assert.is((await post(api, path, {}, { cookie: holder })).status, 403, path);
  }
});

test('the list has each token with its issuer and state, by conditions that its address has', async () => {
  const list = textOf(await open(paths.list));
  assert.match(list, /1 token · 1 not public/);
  assert.match(list, /AEUR on Ethereum .* Acme S\.A\. , named Not public/);
  assert.match(textOf(await open(`${paths.list}?public=true`)), /Nothing is declared that the conditions find/);
  assert.match(textOf(await open(`${paths.list}?q=acme&chain=ethereum&issuer=Acme+S.A.`)), /AEUR on Ethereum/);
  assert.match(
    textOf(await open(`${paths.list}?kind=parties`)),
    /Acme S\.A\. 529900T8BM49AURSDO55 (?:none|[A-Z]{2}) Verified 1/,
  );
  assert.is((await open(`${paths.list}?after=x&chain=nothing&public=maybe`)).status, 200);
});

test('a list longer than a page goes on at the next one, each token once', async () => {
  const many = Array.from({ length: 60 }, (_, index) => {
    const number = String(index).padStart(4, '0');
    const assetId = `30000000-0000-4000-8000-00000000${number}`;
    const address = `0x${number.padStart(40, '7')}`;
    return registeredAsset({
      assetId,
      address,
      did: `01J8ZQ4T5V6W7X8Y9Z0A1B${number}`,
      slug: `many-${number}`,
      symbol: 'MANY',
    });
  });
  await api.register(...many);
  const first = await open(`${paths.list}?q=many`);
  const [, next = ''] = /href="(\/operator\/registry\?[^"]*after=[^"]+)"/.exec(first.text) ?? [];
  const second = await open(unescaped(next));
  const idsOf = ({ text }: Reply): readonly string[] => [
    ...new Set([...text.matchAll(/registry\/assets\/([0-9a-f-]{36})/g)].map(([, id = '']) => id)),
  ];
  assert.equal([idsOf(first).length, idsOf(second).length], [50, 10]);
  assert.is(new Set([...idsOf(first), ...idsOf(second)]).size, 60);
});

test('U-27 FD-8 an import is previewed without scripts: what is new, errors by line, and the text stays in the form', async () => {
  const text = `{"type":"party"}\nno JSON`;
  const wrong = await send(paths.import, paths.import, { text });
  assert.is(wrong.status, 200);
  assert.match(
    textOf(wrong),
    /Nothing can be imported: \d+ problems.* line 1 partyId is missing .* line 2 all of it is not valid JSON/,
  );
  assert.match(textOf(wrong), /\{"type":"party"\}\nno JSON|\{"type":"party"\} no JSON/);
  assert.not.match(wrong.text, new RegExp(`action="${paths.apply}"`));
  const empty = await send(paths.import, paths.import, { text: ' ' });
  assert.is(empty.status, 400);
  const chain = await send(paths.import, paths.import, { text: listText('A'), chain: 'goerli', issuer: 'Kept' });
  assert.is(chain.status, 400);
  assert.match(textOf(chain), /Nothing was changed: the chain is one of ethereum/);
  assert.match(chain.text, /value="Kept"/);
  assert.match(textOf(chain), /"symbol":"FIVE"/);
});

test('U-27 FD-8 what was previewed is imported once; a stale preview is refused and shown again', async () => {
  const preview = await send(paths.import, paths.import, { text: listText('Five <i>'), issuer: party.lei ?? '' });
  assert.match(textOf(preview), /1 new, 0 changed, 0 unchanged; 0 of them become public/);
  const done = await send(preview, paths.apply, {});
  assert.is(done.status, 200);
  assert.match(textOf(done), /Imported: 1 new, 0 changed/);
  const stale = await send(preview, paths.apply, {});
  assert.is(stale.status, 400);
  assert.match(textOf(stale), /Nothing was changed: the text, or the registry, is not that of the preview any more\./);
  assert.match(textOf(stale), /0 new, 0 changed, 1 unchanged/);
  const second = await send(paths.import, paths.import, { text: listText('Six'), update: 'true' });
  const altered = await send(second, paths.apply, { text: listText('Seven') });
  assert.is(altered.status, 400);
  assert.match(textOf(altered), /name : Five <i> → Seven/);
  assert.match(textOf(await send(second, paths.apply, {})), /Imported: 0 new, 1 changed/);
});

test('a text with the line ends of a browser is the text that was previewed', async () => {
  const lines = `${listText('Six')}\n`;
  const preview = await send(paths.import, paths.import, { text: lines.replaceAll('\n', '\r\n') });
  assert.match(textOf(preview), /0 new, 0 changed, 1 unchanged/);
});

test('G-12 a form of the import has 4 MiB, one of another reader or page 16 KiB', async () => {
  const large = ' '.repeat(3_000_000);
  assert.is((await send(paths.import, paths.import, { text: `${large}{"type":"party"}` })).status, 200);
  const body = { token: 'x', text: large };
  assert.is(
    (await post(api, paths.import, { ...body, text: 'x'.repeat(4 * 1024 ** 2) }, { cookie: operator })).status,
    413,
  );
  assert.is((await post(api, paths.import, body, { cookie: holder })).status, 413);
  assert.is((await post(api, paths.import, body)).status, 413);
  assert.is((await post(api, paths.add, { place: large }, { cookie: operator })).status, 413);
});

test('a token is added by its address: proposed, then imported', async () => {
  const fields = { place: `eip155:8453/erc20:0x${'8'.repeat(40)}`, name: 'Eight', symbol: 'EIG', decimals: '8' };
  const bare = await send(paths.add, paths.add, { place: fields.place, name: 'Kept name' });
  assert.is(bare.status, 400);
  assert.match(textOf(bare), /no node; give symbol/);
  assert.match(bare.text, /value="Kept name"/);
  assert.is((await send(paths.add, paths.add, { ...fields, decimals: 'many' })).status, 400);
  const proposed = await send(paths.add, paths.add, { ...fields, issuer: 'Acme S.A.' });
  assert.match(textOf(proposed), /Not compared with its chain: no node is set .* symbol EIG this form/);
  assert.match(textOf(await send(proposed, paths.apply, {})), /Imported: 1 new/);
  const again = textOf(await send(paths.add, paths.add, { ...fields, issuer: 'Acme S.A.' }));
  assert.match(again, /It is registered so already/);
});

test('U-27 a link records who decided and why with the key, publishes, and is in the history', async () => {
  const fields = { form: 'decide', do: 'link', why: 'File 7.', by: 'Ann', evidence: 'https://a.example/file' };
  for (const [name, value] of [
    ['why', ' '],
    ['by', ''],
    ['evidence', 'somewhere'],
    ['do', 'publish'],
  ] as const) {
    const refused = await send(paths.token, paths.token, { ...fields, [name]: value });
    assert.is(refused.status, 400, name);
    assert.match(textOf(refused), /Nothing was changed/);
    assert.match(refused.text, name === 'why' ? /value="Ann"/ : /File 7\./);
  }
  const linked = await send(paths.token, paths.token, fields);
  assert.match(textOf(linked), /Recorded\. .*Acme S\.A\., linked .*Public yes/);
  assert.match(textOf(linked), new RegExp(`Ann \\(key ${key.keyId}\\): File 7\\. https://a\\.example/file`));
  assert.match(textOf(linked), /issuerId : none → 10000000-/);
  const twice = await send(paths.token, paths.token, fields);
  assert.match(textOf(twice), /Nothing was changed: .*is linked already/);
  const found = await api.get('/registry/assets?public=true', key.text);
  assert.equal(
    itemsOf(found).map(({ id }) => id),
    [token.assetId],
  );
});

test('a declaration is changed by its form, and refused when it was declared again meanwhile', async () => {
  const page = await open(paths.token);
  const fields = {
    form: 'edit',
    name: 'Acme Euro II',
    symbol: token.symbol,
    decimals: '6',
    tokenName: 'Acme Euro',
    websiteUrl: 'https://acme.example/',
    whitepaperUrl: 'https://a.example/paper-2',
    regimes: '',
    description: '',
  };
  const revision = /name="revision" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const shared = { ...fields, revision, token: tokenOf(page, paths.token) };
  const submit = (more: Readonly<Record<string, string>>): Promise<Reply> =>
    post(api, paths.token, { ...shared, ...more }, { cookie: operator });
  assert.match(textOf(await submit({ name: '' })), /Nothing was changed: the name is missing/);
  assert.match(textOf(await submit({ websiteUrl: 'javascript:alert(1)' })), /Nothing was changed: websiteUrl/);
  const changed = textOf(await submit({}));
  assert.match(changed, /Declared\. .*Acme Euro II/);
  assert.match(changed, /White paper: https:\/\/a\.example\/paper-2/);
  assert.match(textOf(await submit({ name: 'Third' })), /it was declared again since you read it/);
});

test('the KYI of a party is recorded with its reason', async () => {
  const fields = { form: 'decide', status: 'revoked', kyb: 'true', why: 'Expired.', by: 'Ann' };
  const recorded = textOf(await send(paths.party, paths.party, fields));
  assert.match(recorded, /Recorded\. .*KYI Revoked since .* KYB Verified/);
  assert.match(textOf(await open(paths.token)), /Public no/);
  assert.is((await send(paths.party, paths.party, { ...fields, status: 'fine' })).status, 400);
});

test('FD-12 the page of a token states what of it is read, with what the operator does; a party has no such part', async () => {
  await api.declare(asset(7, { assetId: token.assetId, address: token.address, issuer: null, public: false }));
  const text = textOf(await open(paths.token));
  assert.match(text, /What is read ?: \d of 5/);
  const unread = wordsOf('never_fetched', { name: 'a.example', remedy: '' });
  assert.ok(text.includes(`${unread.text} ${unread.next}`), text);
  assert.not.match(textOf(await open(paths.party)), /What is read/);
});

test('an import whose document names a profile that is not read has a note in its preview', async () => {
  const source = { sourceId: 'terms', url: 'https://a.example/terms', kind: 'terms', extractor: 'no-such-profile' };
  const line = {
    type: 'asset',
    assetId: '20000000-0000-4000-8000-000000000077',
    did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C77',
    slug: 'unread',
    chain: 'ethereum',
    address: `0x${'7'.repeat(40)}`,
    standard: 'erc20',
    name: 'Unread',
    symbol: 'UNR',
    decimals: 6,
    status: 'active',
    sources: [source],
  };
  const preview = await send(paths.import, paths.import, { text: JSON.stringify(line) });
  assert.match(textOf(preview), /no-such-profile; attestry profiles list/);
});

test('what is not registered has no page', async () => {
  for (const path of ['assets/none', `parties/${token.assetId}`, `assets/${party.partyId}`]) {
    assert.is((await open(`${paths.list}/${path}`)).status, 404, path);
  }
});

test.run();
