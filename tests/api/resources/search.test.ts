import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, openHarness, type TestKey } from '../harness.ts';
import { asset, issuer } from '../records.ts';

let api: Harness;
let key: TestKey;
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const circle = issuer({
  partyId: 'circle',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C4Z',
  name: 'Circle',
  legalName: 'Circle Internet Financial',
  lei: '3912007G8L8CD3HFIV26',
});
const named = { symbol: 'USDC', name: 'USD Coin', issuer: circle } as const;

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(
    asset(1, { ...named, address, slug: 'usdc-ethereum' }),
    asset(2, { ...named, chain: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }),
    asset(3, { ...named, chain: 'solana', address: mint, standard: 'token' }),
    asset(4, { symbol: 'USDC', name: 'USD Cоin', public: false }),
    asset(5, { symbol: 'GONE', name: 'Gone', public: false, status: 'withdrawn' }),
    asset(6, { symbol: 'PLUME', name: 'Plume' }),
    asset(7, { symbol: 'PUSD', name: 'Plume USD', chain: 'plume' }),
  );
});
test.after(() => api.close());

interface Hit {
  readonly asset_id: string;
  readonly caip19: string;
  readonly chain_slug: string;
  readonly match: string;
  readonly kyi_verified: boolean;
  readonly asset_url: string | null;
  readonly warnings: readonly string[];
}

interface Answer {
  readonly query: { readonly text: string; readonly read_as: string; readonly chain_slug: string | null };
  readonly data: readonly Hit[];
  readonly meta: { readonly total: number; readonly truncated: boolean; readonly did_you_mean: readonly string[] };
}

const search = async (text: string, more = ''): Promise<Answer> => {
  const reply = await api.get(`/kyi/v1/search?q=${encodeURIComponent(text)}${more}`, key.text);
  assert.is(reply.status, 200, text);
  return reply.body as unknown as Answer;
};
const idOf = (n: number): string => asset(n).assetId;
const shortOf = ({ query, data }: Answer): string => {
  const ids = data.map(({ asset_id, match }) => `${[1, 2, 3, 4, 5, 6, 7].find((n) => idOf(n) === asset_id)} ${match}`);
  return [query.read_as, query.chain_slug ?? '-', ...ids].join(' | ');
};

const searches: readonly (readonly [text: string, found: string])[] = [
  ['USD Coin', 'words | - | 2 name | 1 name | 3 name'],
  ['coin', 'words | - | 2 name_words | 1 name_words | 3 name_words'],
  ['usdc', 'words | - | 2 symbol | 1 symbol | 3 symbol'],
  ['Circle Internet', 'words | - | 2 issuer_words | 1 issuer_words | 3 issuer_words'],
  ['USDC base', 'words | base | 2 symbol'],
  ['the USD Coin on Base', 'words | base | 2 name'],
  ['USDC on xrp ledger', 'words | - '.trim()],
  ['plume', 'words | plume | 6 symbol | 7 all_words'],
  [address, 'address | - | 1 identifier'],
  [address.toLowerCase(), 'address | - | 1 identifier'],
  [`https://etherscan.io/token/${address}`, 'address | ethereum | 1 identifier'],
  [`https://basescan.org/token/${address}`, 'address | base'],
  [`ethereum:${address}`, 'address | ethereum | 1 identifier'],
  [`is ${address} on Ethereum theirs?`, 'address | ethereum | 1 identifier'],
  [`eip155:1/erc20:${address}`, 'caip19 | ethereum | 1 identifier'],
  [`eip155:1/erc721:${address}`, 'caip19 | ethereum'],
  [`eip155:137/erc20:${address}`, 'caip19 | -'],
  [`https://solscan.io/token/${mint}`, 'address | solana | 3 identifier'],
  ['lei 3912007g8l8cd3hfiv26', 'lei | - | 1 identifier | 2 identifier | 3 identifier'],
  ['01j8zq4t5v6w7x8y9z0a1b2c4z', 'did | - | 1 identifier | 2 identifier | 3 identifier'],
  [asset(6).did, 'did | - | 6 identifier'],
  [idOf(6).toUpperCase(), 'uuid | - | 6 identifier'],
  ['usdc-ethereum', 'slug | - | 1 identifier'],
  [idOf(4), 'uuid | - | 4 identifier'],
  [idOf(5), 'uuid | -'],
  ['gone', 'words | -'],
];
for (const [text, found] of searches) {
  test(`A-75 "${text}" finds what it names`, async () => assert.is(shortOf(await search(text)), found));
}

test('A-75 a hit names token and issuer, and what it may be taken for', async () => {
  const [verified] = (await search(address)).data;
  assert.equal(verified, {
    asset_id: idOf(1),
    caip19: `eip155:1/erc20:${address}`,
    chain_slug: 'ethereum',
    address,
    symbol: 'USDC',
    name: 'USD Coin',
    issuer: { name: 'Circle', legal_name: 'Circle Internet Financial', lei: '3912007G8L8CD3HFIV26' },
    kyi_verified: true,
    asset_url: `http://pages.test/verified-assets/${address}/ethereum`,
    match: 'identifier',
    warnings: [],
  });
  const [copy] = (await search(idOf(4))).data;
  assert.equal(copy?.warnings, ['other_issuer_same_symbol', 'mixed_scripts']);
  assert.not(copy?.kyi_verified);
  assert.is(copy?.asset_url, null);
});

test('A-75 limit cuts the data, not the total; no match is empty and suggests', async () => {
  const { data, meta } = await search('usdc', '&limit=1');
  assert.is(data.length, 1);
  assert.equal(meta, { total: 3, truncated: false, did_you_mean: [] });
  assert.equal(await search('usd cion'), {
    query: { text: 'usd cion', read_as: 'words', chain_slug: null },
    data: [],
    meta: { total: 0, truncated: false, did_you_mean: ['usd coin'] },
  });
});

test('A-75 q and limit are checked, and any active key may search', async () => {
  for (const query of [
    '',
    'q=',
    'q=%20%20',
    `q=${'x'.repeat(201)}`,
    'q=a&q=b',
    'q=a&limit=0',
    'q=a&limit=51',
    'q=a&limit=x',
  ]) {
    assert.is((await api.get(`/kyi/v1/search?${query}`, key.text)).status, 400, query);
  }
  assert.is((await api.get(`/kyi/v1/search?q=${'x'.repeat(200)}&limit=50&utm_source=x`, key.text)).status, 200);
  assert.is((await api.get('/kyi/v1/search?q=usdc', 'wrong')).status, 401);
});

test('FD-9 the address of a watch item that was removed finds its token again', async () => {
  const item = await api.watch(key, idOf(1));
  const headers = { authorization: `Bearer ${key.text}` };
  assert.is((await api.send('DELETE', `/me/watchlist/${item}`, { headers })).status, 204);
  assert.is(shortOf(await search(address)), 'address | - | 1 identifier');
});

test('A-75 an identifier of another system finds its token, verified or not', async () => {
  const declared = {
    ...declaredAsset,
    assetId: idOf(4),
    identifiers: { dti: ['4H95J0R2X'], ffg: ['T1J8XQBSD'], isin: ['US0378331005'] },
  };
  await api.fixture.project('registry.assets', [declared]);
  for (const [text, found] of [
    ['4h95j0r2x', 'dti | - | 4 identifier'],
    ['group T1J8XQBSD', 'ffg | - | 4 identifier'],
    ['us0378331005', 'isin | - | 4 identifier'],
    ['D1PFLVZDZ', 'dti | -'],
  ] as const) {
    assert.is(shortOf(await search(text)), found, text);
  }
});

test('A-75 the total of an identifier is exact up to 1,000 tokens, and cut beyond', async () => {
  const fund = issuer({ partyId: 'fund', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C5Z', lei: '529900T8BM49AURSDO55' });
  const shares = Array.from({ length: 1_001 }, (_, n) =>
    asset(1_000 + n, { issuer: fund, symbol: 'SHARE', name: 'Share' }),
  );
  await api.declare(...shares);
  const isin = { dti: [], ffg: [], isin: ['DE0007164600'] };
  await api.fixture.project(
    'registry.assets',
    shares.map(({ assetId }) => ({ ...declaredAsset, assetId, identifiers: isin })),
  );
  for (const text of ['529900T8BM49AURSDO55', 'DE0007164600']) {
    const { query, meta } = await search(text);
    assert.equal([query.read_as, meta.total, meta.truncated], [text.length === 20 ? 'lei' : 'isin', 1_000, true]);
  }
});

const declaredAsset = {
  vouched: null,
  assetId: '',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3E',
  slug: 'copy',
  chain: 'ethereum',
  address,
  standard: 'erc20',
  decimals: 6,
  name: 'Copy',
  symbol: 'USDC',
  description: '',
  websiteUrl: null,
  whitepaperUrl: null,
  image: null,
  attestationAddress: null,
  issuerId: null,
  parties: [],
  regimes: [],
  sources: [],
  verifiedAt: null,
  status: 'active',
  token: null,
} as const;

test.run();
