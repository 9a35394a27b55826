import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, issuer } from '../../api/records.ts';
import { openPages, textOf, visit } from '../harness.ts';

let api: Harness;
const lei = '529900T8BM49AURSDO55';
const unverified = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const otherDid = '01J8ZQ4T5V6W7X8Y9Z0A1B2C3F';
const company = issuer({ name: 'Société Exemple S.A.', legalName: 'Exemple Monnaie SA', lei });

test.before(async () => {
  api = await openPages();
  assert.match(textOf(await visit(api, '/')), /No verified token yet/);
  await api.declare(
    asset(1, { address, symbol: 'USDX', name: 'Dollar Coin', issuer: company }),
    asset(2, { symbol: 'EURX', name: 'Euro', issuer: issuer({ name: 'Other Bank' }) }),
    asset(3, { symbol: 'EURX', name: 'Euro', chain: 'base', issuer: issuer({ name: 'Other Bank' }) }),
    asset(4, { symbol: 'SECRET', public: false, address: unverified, issuer: issuer({ name: 'Hidden Bank' }) }),
  );
  await api.fixture.project('registry.assets', [declared]);
});
test.after(() => api.close());

const declared: RegistryAsset = {
  assetId: asset(1).assetId,
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3E',
  slug: 'usdx',
  chain: 'ethereum',
  address,
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
  identifiers: { dti: ['4H95J0R2X'], ffg: [], isin: [] },
  regimes: [],
  sources: [],
  verifiedAt: null,
  status: 'active',
  token: null,
  vouched: null,
};

const found: readonly (readonly [what: string, text: string])[] = [
  ['an address', address],
  ['an address in lower case', address.toLowerCase()],
  ['an address in upper case', `0x${address.slice(2).toUpperCase()}`],
  ['an address between blanks', `  ${address}  `],
  ['a CAIP-19 id', `eip155:1/erc20:${address}`],
  ['the URL of an explorer', `https://etherscan.io/token/${address}?a=1`],
  ['an address with its chain', `ethereum:${address}`],
  ['a name', 'dollar coin'],
  ['a word of a name', 'coin'],
  ['the beginning of a ticker', 'usd'],
  ['the legal name of an issuer', 'exemple monnaie'],
  ['a ticker and a chain', 'USDX on Ethereum'],
  ['a ticker and its issuer', 'usdx société'],
  ['a ticker', 'USDX'],
  ['a ticker in another case', 'usdx'],
  ["an issuer's name", 'Société Exemple S.A.'],
  ["the beginnings of words of an issuer's name", 'exem soc'],
  ['an LEI', lei],
  ['an LEI in lower case', lei.toLowerCase()],
  ['a DTI', '4h95j0r2x'],
];
for (const [what, text] of found) {
  test(`U-10 the search leads from ${what} to the only token that has it`, async () => {
    const reply = await visit(api, `/?q=${encodeURIComponent(text)}`);
    assert.is(reply.status, 303);
    assert.is(reply.headers['location'], `/verified-assets/${address}/ethereum`);
  });
}

test('U-10 several hits are listed with their chains', async () => {
  const reply = await visit(api, '/?q=eurx');
  assert.is(reply.status, 200);
  assert.match(textOf(reply), /1 token found .*Euro Other Bank Business \(KYB\): [^:]+ EURX on Base EURX on Ethereum/);
});

test('the chains of a token are in the order of their names, whatever the order of declarations', async () => {
  const bank = issuer({ name: 'Other Bank' });
  await api.declare(asset(18, { symbol: 'EURX', name: 'Euro', chain: 'avalanche', issuer: bank }));
  assert.match(textOf(await visit(api, '/?q=eurx')), /EURX on Avalanche\S* EURX on Base EURX on Ethereum/);
  await api.declare(asset(18, { public: false, position: 1_900 }));
});

test('U-31 home states that issuers share a symbol, and nothing of issuers that are not public', async () => {
  const sentence = /2 issuers use EURX ?: compare the address/;
  assert.not.match(textOf(await visit(api, '/')), sentence);
  const other = issuer({ partyId: 'other', did: otherDid, name: 'Another Bank' });
  await api.declare(asset(19, { symbol: 'EurX', issuer: other, public: false }));
  assert.not.match(textOf(await visit(api, '/')), sentence);
  await api.declare(asset(19, { symbol: 'EurX', issuer: other, position: 2_000 }));
  assert.match(textOf(await visit(api, '/')), sentence);
  assert.match(textOf(await visit(api, '/?q=eurx')), sentence);
  await api.declare(asset(19, { public: false, position: 2_100 }));
});

test('U-31 home counts what its search finds', async () => {
  const text = textOf(await visit(api, '/'));
  const [tokens, issuers] = [/(\d+) verified tokens/, /(\d+) issuers/].map((count) => Number(count.exec(text)?.[1]));
  const found = new Map<string, Set<string>>();
  for (const name of ['Société Exemple S.A.', 'Other Bank', 'Hidden Bank', 'Another Bank']) {
    const reply = await visit(api, `/?q=${encodeURIComponent(name)}`);
    const cards = reply.status === 303 ? 1 : Number(/(\d+) tokens? found/.exec(textOf(reply))?.[1] ?? 0);
    if (cards > 0) found.set(name, new Set(Array.from({ length: cards }, (_, n) => `${name} ${n}`)));
  }
  assert.is(found.size, issuers);
  assert.is(
    [...found.values()].reduce((sum, { size }) => sum + size, 0),
    tokens,
  );
});

const noJudgement = /\b(un)?safe\b/i;

for (const text of [
  '0x0000000000000000000000000000000000000009',
  `eip155:8453/erc20:${address}`,
  `https://basescan.org/token/${address}`,
  `https://etherscan.io/token/0x0000000000000000000000000000000000000009`,
  '3912007G8L8CD3HFIV26',
  '01J8ZQ4T5V6W7X8Y9Z0A1B2C99',
]) {
  test(`U-10 an identifier that no token has is "not in this registry", never a judgement: ${text}`, async () => {
    const reply = await visit(api, `/?q=${encodeURIComponent(text)}`);
    assert.is(reply.status, 200);
    assert.match(textOf(reply), /Not in this registry/);
    assert.not.match(textOf(reply), noJudgement);
  });
}

for (const text of [
  'nothing',
  'SECRET',
  'Hidden Bank',
  'eip155:1/erc20',
  '%',
  '\u0000',
  "'; DROP TABLE attestry.store_changes --",
  'x'.repeat(3_000),
]) {
  test(`U-10 words that no token has find none, never a judgement: ${JSON.stringify(text.slice(0, 40))}`, async () => {
    const shown = textOf(await visit(api, `/?q=${encodeURIComponent(text)}`));
    assert.match(shown, /No token found for “.*”\. Try its address\./);
    assert.not.match(shown, /not in this registry/i);
    assert.not.match(shown, noJudgement);
  });
}

test('U-10 a mistyped word leads to what it may mean', async () => {
  const reply = await visit(api, '/?q=dolar+coin');
  assert.match(textOf(reply), /Did you mean dollar coin \?/);
  assert.match(reply.text, /href="\/\?q=dollar%20coin"/);
});

test('U-10 a token that is not verified is a row without a link, by its address alone', async () => {
  const reply = await visit(api, `/?q=${unverified}`);
  assert.is(reply.status, 200);
  assert.match(textOf(reply), /1 token found .*Hidden Bank Its issuer is not verified\. SECRET on Ethereum/);
  assert.not.match(reply.text, new RegExp(`href="[^"]*${unverified}`));
});

test('U-10 of tokens that may be taken for one another the short address is shown', async () => {
  const other = issuer({ partyId: 'other', did: otherDid, name: 'Another Bank' });
  await api.declare(asset(6, { symbol: 'TWIN' }), asset(7, { symbol: 'TWIN', chain: 'base', issuer: other }));
  const [first, second] = [asset(6), asset(7)].map((one) => `${one.address.slice(0, 6)}…${one.address.slice(-4)}`);
  const text = textOf(await visit(api, '/?q=twin'));
  assert.ok(text.includes(`Ethereum ${first}`) && text.includes(`Base ${second}`), text);
  await api.declare(asset(6, { public: false, position: 600 }), asset(7, { public: false, position: 700 }));
});

test('U-31 the start page lists verified tokens by issuer, and no others', async () => {
  const text = textOf(await visit(api, '/'));
  assert.match(text, /2 verified tokens · ?.*2 issuers|2 verified tokens 2 issuers/);
  assert.match(text, /Other Bank.*Société Exemple/);
  assert.not.match(text, /SECRET|Hidden Bank/);
});

test('U-10 a token that loses its verification is no longer found', async () => {
  await api.declare(asset(5, { symbol: 'GONE' }));
  assert.is((await visit(api, '/?q=gone')).status, 303);
  await api.declare(asset(5, { symbol: 'GONE', public: false, position: 500 }));
  assert.match(textOf(await visit(api, '/?q=gone')), /No token found/);
});

test.run();
