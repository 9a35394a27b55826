/** What the page of a token has beside verdict and changes: identifiers, documents, its record, and the way to watch it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type {
  DocumentCapture,
  RecordAuthority,
  RegistryAsset,
  RegistryParty,
} from '../../../schemas/generated/records.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import { everyKind, state } from '../stated.ts';
import { openPages, type PagesHarness, post, signIn, textOf, tokenOf, visit } from '../harness.ts';

let api: PagesHarness;
const lei = '529900T8BM49AURSDO55';
const pathOf = (n: number): string => `/verified-assets/${asset(n).address}/ethereum`;

const authority: RecordAuthority = {
  id: 'a',
  type: 'mint_authority',
  address: '0x1',
  accountType: 'multisig',
  accountKind: 'safe',
  signers: ['0x2', '0x3'],
  threshold: 2,
  verified: false,
  observedAt: null,
};
const wallet = `0x${'7'.repeat(40)}`;
const party: RegistryParty = {
  partyId: 'p1',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3D',
  name: 'Acme',
  legalName: null,
  lei,
  registrationNumber: null,
  country: 'FR',
  aliases: [],
  wallets: [],
  isins: [],
  bics: [],
  taxIds: [],
  kind: 'organisation',
  kyi: { status: 'verified', at: null },
  kyb: { verified: true, at: null },
  description: '',
  birthYear: null,
  vouched: null,
};
const declared: RegistryAsset = {
  assetId: assetId(1),
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3E',
  slug: 'a',
  chain: 'ethereum',
  address: asset(1).address,
  standard: 'erc20',
  decimals: 6,
  name: 'Dollar',
  symbol: 'USDX',
  description: '',
  websiteUrl: null,
  whitepaperUrl: null,
  image: null,
  attestationAddress: null,
  issuerId: 'p1',
  parties: [],
  regimes: [],
  identifiers: { dti: ['4H95J0R2X'], ffg: ['V15WLZJMF'], isin: ['US0378331005'] },
  sources: [],
  verifiedAt: null,
  status: 'active',
  token: null,
  vouched: null,
};
const fetched = (documentId: string, url: string, declaredBy: number): DocumentCapture => ({
  captureId: documentId,
  documentId,
  lane: 'example.com',
  hops: 0,
  asOf: now - day,
  url,
  finalUrl: url,
  obtained: 'fetched',
  outcome: 'ok',
  status: 200,
  message: null,
  documentClass: 'html',
  bytes: 9,
  sha256: 'ab'.repeat(32),
  contentType: null,
  etag: null,
  lastModified: null,
  reading: null,
  measures: null,
  declared: [
    {
      assetId: assetId(declaredBy),
      sourceId: 'terms',
      kind: 'terms',
      extractor: 'page',
      profile: null,
      profileSha256: null,
    },
  ],
});
const [own, other] = ['d'.repeat(64), 'e'.repeat(64)];

test.before(async () => {
  api = await openPages();
  const unread = {
    ...authority,
    id: 'b',
    type: 'owner',
    accountType: 'regular',
    signers: [],
    threshold: null,
    observedAt: now,
  };
  await api.declare(
    asset(1, {
      authorities: [authority, { ...unread, accountKind: null }, { ...unread, id: 'c', accountKind: 'timelock' }],
    }),
    asset(2, { issuer: null }),
    asset(3, { public: false }),
    asset(5, { name: 'Token 5', authorities: [{ ...authority, address: wallet }] }),
    asset(4, { decimals: null, chain: 'xrpl', standard: 'token' }),
  );
  await state(api, assetId(5), ...everyKind((text) => text));
  const supply = { field: 'supply', sourceKey: 'chain:eip155:1', subjectKind: 'asset', subjectKey: '' } as const;
  await state(api, assetId(2), { ...supply, value: '1000', part: { sourceUrl: 'https://example.com/node' } });
  await api.fixture.project('registry.parties', [party]);
  await api.fixture.project('registry.assets', [
    declared,
    {
      ...declared,
      assetId: assetId(2),
      issuerId: null,
      slug: 'b',
      did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3F',
      identifiers: { dti: [], ffg: [], isin: [] },
    },
  ]);
  await api.fixture.project('document.captures', [
    fetched(own, 'https://example.com/terms', 1),
    fetched(other, 'https://other.example/terms', 2),
  ]);
});
test.after(() => api.close());

test('the page of a token has the LEI of its issuer, its DTIs and its ISIN; what is not declared is stated', async () => {
  const text = textOf(await visit(api, pathOf(1)));
  for (const id of [lei, '4H95J0R2X', 'V15WLZJMF', 'US0378331005']) assert.ok(text.includes(id), id);
  assert.match(textOf(await visit(api, pathOf(2))), /DTI, ISIN none declared/);
});

test('the page of a token leads to the documents that are read for it, and to those of no other token', async () => {
  const { text } = await visit(api, pathOf(1));
  assert.match(text, `href="/sources/documents/${own}"`);
  assert.not.match(text, other);
});

test('an authority has a name, what it can do, and how many of its signers it takes', async () => {
  assert.match(textOf(await visit(api, pathOf(1))), /Mint authority can create new units; 2 of 2 signers/);
});

test('an account is named by the kind that was read, and one that no reading described by none', async () => {
  const text = textOf(await visit(api, pathOf(1)));
  assert.match(text, /reserves for its owner; time lock/);
  assert.match(text, /reserves for its owner; an account, kind not read/);
  assert.not.match(text, /single key/);
  // An import states an authority, too: only a reading has seen it on its chain.
  assert.match(text, /time lock .*?seen on chain 1 Jun 2026/);
  assert.match(text, /kind not read .*?stated for 1 Jun 2026/);
});

test('PG-1 the head has symbol, name, chain and address, and leads to an explorer of the chain', async () => {
  const page = await visit(api, pathOf(5));
  assert.match(textOf(page), /TK5 · Token 5 on Ethereum ERC-20 0x[0-9a-f]{40} etherscan\.io : TK5 on Ethereum/i);
  assert.match(page.text, `href="https://etherscan.io/token/${asset(5).address}" rel="noopener noreferrer nofollow"`);
  assert.match(page.text, new RegExp(`data-copy="${asset(5).address}"`));
  const minter = new RegExp(`href="https://etherscan\\.io/address/${wallet}"`);
  assert.match(page.text, minter);
});

test('PG-1 the supply has its card with a curve of its readings', async () => {
  const page = await visit(api, pathOf(5));
  const sentence = /role="img" aria-label="Supply of TK5 on Ethereum: from 40,100,000,000 TK5 on 23 May 2026 to /;
  assert.match(page.text, sentence);
  assert.match(textOf(page), /Supply Supply 41,200,000,000 TK5 .*2 readings, the last of each day/);
});

test('PG-1 an authority whose account was not found is stated in powers, drawing and list', async () => {
  const text = textOf(await visit(api, pathOf(5)));
  assert.match(text, /Stop all transfers Yes The code allows it to an account that was not found\./);
  assert.match(text, /Pause authority .*? Account not found\./);
  assert.match(text, /2 authorities|an account not found/);
  assert.not.match(text, /No authority was observed/);
});

test('PG-1 a change states its severity, and both times where they differ', async () => {
  const at = now - 9 * day;
  await api.detect(
    change('severe one', 5, { severity: 'severe', detectedAt: at, knownAt: now - day }),
    change('plain one', 5, { severity: 'low', detectedAt: now - 3 * day, knownAt: now - 3 * day }),
  );
  const text = textOf(await visit(api, pathOf(5)));
  assert.match(text, /Headline of severe one .*? Severe Confirmed 31 May 2026 · in the register's file of 23 May 2026/);
  assert.match(text, /Headline of severe one .*Headline of plain one .*? Low 29 May 2026/);
});

test('a field has its source once, its earlier values with their passages, and its accounts shortened', async () => {
  const [before, after] = [`0x${'5'.repeat(40)}`, `0x${'6'.repeat(40)}`];
  const quote = `<b>${'a'.repeat(400)}`;
  await api.detect(change('moved', 5, { field: 'moved', before, after, quote, detectedAt: now - 20 * day }));
  const page = await visit(api, `${pathOf(5)}/fields/moved`);
  for (const account of [before, after]) assert.match(page.text, `data-copy="${account}"`);
  assert.match(textOf(page), /No source states it now\. .* 0x5555…5555 .* 0x6666…6666 /);
  assert.match(page.text, `<blockquote class="quote small" dir="auto">&lt;b>${'a'.repeat(296)}…</blockquote>`);
  const linked = textOf(await visit(api, `${pathOf(2)}/fields/supply`));
  assert.match(linked, /Since 30 May 2026 .*example\.com/);
  assert.not.match(linked, /30 May 2026 ?, by/, 'the source is the link alone');
});

test('a token without a number of decimals is not stated to be of any kind', async () => {
  const text = textOf(await visit(api, `/verified-assets/${asset(4).address}/xrpl`));
  assert.match(text, /Decimals not stated/);
  assert.not.match(text, /fungible/);
});

test('the record as JSON is the item that the token lookup answers, for public tokens alone', async () => {
  const reply = await visit(api, `${pathOf(1)}/token.json`);
  assert.is(reply.status, 200);
  assert.match(String(reply.headers['content-type']), /^application\/json/);
  const key = await api.makeKey();
  const found = await api.get(`/kyi/v1/tokens?address=${asset(1).address}`, key.text);
  assert.equal([reply.body], found.body['data']);
  assert.is((await visit(api, `${pathOf(3)}/token.json`)).status, 404);
});

test('U-13 U-17 watching leads a stranger through the sign-in, and is one click for a reader whose key may', async () => {
  const page = await visit(api, pathOf(1));
  assert.match(page.text, /href="\/signin\?next=%2Fwatchlist%3Fadd%3Deip155/);
  const key = await api.makeKey({ scopes: ['monitoring:read', 'watchlist:write'] });
  const cookie = await signIn(api, key.text);
  const before = await visit(api, pathOf(1), { cookie });
  const fields = { assetId: assetId(1), token: tokenOf(before, '/watchlist') };
  assert.is((await post(api, '/watchlist', fields, { cookie })).status, 303);
  const after = await visit(api, pathOf(1), { cookie });
  assert.match(after.text, /href="\/watchlist\/[0-9a-f-]{36}"[^]*On your watchlist/);
  assert.is(tokenOf(after, '/watchlist'), '');
  const readOnly = await signIn(api, (await api.makeKey({ scopes: ['monitoring:read'] })).text);
  assert.is(tokenOf(await visit(api, pathOf(1), { cookie: readOnly }), '/watchlist'), '');
});

test.run();
