import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RegistryAsset, RegistryParty } from '../../../schemas/generated/records.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, issuer } from '../../api/records.ts';
import { openPages, textOf, visit } from '../harness.ts';

let api: Harness;
const lei = '529900T8BM49AURSDO55';
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

test.before(async () => {
  api = await openPages();
  assert.match(textOf(await visit(api, '/')), /No verified token yet/);
  await api.declare(
    asset(1, { address, symbol: 'USDX', name: 'Dollar', issuer: issuer({ name: 'Société Exemple S.A.' }) }),
    asset(2, { symbol: 'EURX', name: 'Euro', issuer: issuer({ name: 'Other Bank' }) }),
    asset(3, { symbol: 'EURX', name: 'Euro', chain: 'base', issuer: issuer({ name: 'Other Bank' }) }),
    asset(4, { symbol: 'SECRET', public: false, issuer: issuer({ name: 'Hidden Bank' }) }),
  );
  const { fixture } = api;
  await fixture.project('registry.parties', [party]);
  await fixture.project('registry.assets', [declared]);
});
test.after(() => api.close());

const party: RegistryParty = {
  partyId: 'p1',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3D',
  name: 'Société Exemple S.A.',
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
  birthYear: null,
  vouched: null,
  kyi: { status: 'verified', at: null },
  kyb: { verified: true, at: null },
  description: '',
};

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
  assert.match(textOf(reply), /1 token found .*Euro Other Bank Business \(KYB\): [^:]+ EURX on Ethereum EURX on Base/);
});

for (const text of [
  'nothing',
  'SECRET',
  'Hidden Bank',
  '0x0000000000000000000000000000000000000009',
  `eip155:8453/erc20:${address}`,
  'eip155:1/erc20',
  '529900T8BM49AURSDO56',
  '%',
  '\u0000',
  "'; DROP TABLE attestry.store_changes --",
  'x'.repeat(3_000),
]) {
  test(`U-10 no hit is "not in this registry", never a judgement: ${JSON.stringify(text.slice(0, 40))}`, async () => {
    const reply = await visit(api, `/?q=${encodeURIComponent(text)}`);
    assert.is(reply.status, 200);
    assert.match(textOf(reply), /Not in this registry/);
    assert.not.match(textOf(reply), /\b(un)?safe\b/i);
  });
}

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
  assert.match(textOf(await visit(api, '/?q=gone')), /Not in this registry/);
});

test.run();
