import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, assetId, issuer, minute } from '../records.ts';

let api: Harness;
let key: TestKey;

const solanaAddress = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const mixedCase = '0x1abaEA1f7C830bD89Acc67eC4af516284b1bC33c';
const notListed = [
  asset(900, { chain: 'sepolia' }),
  asset(901, { chain: 'xrpl', address: 'EUR.rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', standard: 'token' }),
  asset(902, { public: false, kyiVerified: false, issuer: issuer({ kyiStatus: 'pending' }) }),
  asset(903, { public: false, status: 'withdrawn' }),
  asset(904, { public: false, kyiVerified: false, issuer: null }),
];

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  // Inserted out of order, because the list is ordered by registration.
  const listed = Array.from({ length: 45 }, (_, index) => asset(45 - index));
  await api.declare(
    ...listed,
    ...notListed,
    asset(50, { chain: 'solana', address: solanaAddress, standard: 'token', registeredAt: Date.UTC(2026, 0, 1) }),
    asset(51, {
      address: mixedCase,
      registeredAt: Date.UTC(2026, 0, 2),
      websiteUrl: null,
      whitepaperUrl: null,
      imageUrl: null,
      attestationAddress: `0x${'a7'.repeat(20)}`,
      authorities: [
        {
          id: 'a1',
          type: 'owner',
          address: mixedCase,
          accountType: 'multisig',
          accountKind: 'safe',
          signers: ['0x1', '0x2'],
          threshold: 2,
          verified: true,
          observedAt: 0,
        },
        {
          id: 'a2',
          type: 'pauser',
          address: mixedCase,
          accountType: 'regular',
          accountKind: null,
          signers: [],
          threshold: null,
          verified: false,
          observedAt: null,
        },
        {
          id: 'a3',
          type: 'upgrade_authority',
          address: mixedCase,
          accountType: 'multisig',
          accountKind: 'safe',
          signers: [],
          threshold: null,
          verified: false,
          observedAt: null,
        },
      ],
    }),
  );
});
test.after(async () => {
  await api.close();
});

const total = 47;
const get = (path: string) => api.get(path, key.text);
const addressesOf = (data: unknown): readonly string[] =>
  (data as readonly { readonly token_details: { readonly address: string } }[]).map((one) => one.token_details.address);

test('A-13 another chain is 400, A-12 in another case too', async () => {
  for (const chain of ['bitcoin', 'Ethereum', 'xrpl', '%20']) {
    const reply = await get(`/assets/${chain}/${asset(1).address}`);
    assert.is(reply.status, 400, chain);
    assert.equal(reply.body, {
      message: 'chain must be one of: solana, ethereum, base, plume, sepolia, avalanche',
      error: 'Bad Request',
      statusCode: 400,
    });
  }
});

test('A-14 unknown, malformed, unverified and withdrawn assets are 404, and so is an address of another chain', async () => {
  const cases = [
    ['ethereum', `0x${'f'.repeat(40)}`],
    ['ethereum', 'nonsense'],
    ['base', asset(1).address],
    ['ethereum', asset(902).address],
    ['ethereum', asset(903).address],
    ['ethereum', asset(904).address],
    ['solana', solanaAddress.toLowerCase()],
  ];
  for (const [chain, address] of cases) {
    const reply = await get(`/assets/${chain}/${address}`);
    assert.is(reply.status, 404, `${chain} ${address}`);
    assert.equal(reply.body, { message: 'Asset not found', error: 'Not Found', statusCode: 404 });
  }
});

test('A-07 an invalid page number or size falls back, without a 400', async () => {
  for (const value of ['abc', '0', '000', '-1', '1.5', '', '1e1', '+1', '%00']) {
    const reply = await get(`/assets?page_size=${value}&page_number=${value}`);
    assert.is(reply.status, 200, value);
    assert.equal(reply.body['meta'], { total, page_size: 20, page_number: 1 }, value);
  }
  const repeated = await get('/assets?page_size=5&page_size=6&page_number=2&page_number=3');
  assert.equal(repeated.body['meta'], { total, page_size: 20, page_number: 1 });
});

test('A-01 … A-06, A-09 the list is complete, ordered by registration, and pages do not overlap', async () => {
  const first = await get('/assets');
  assert.equal(first.body['meta'], { total, page_size: 20, page_number: 1 });
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const reply = await get(`/assets?page_size=20&page_number=${page}`);
    seen.push(...addressesOf(reply.body['data']));
  }
  const expected = [...Array.from({ length: 45 }, (_, index) => asset(index + 1).address), solanaAddress, mixedCase];
  assert.equal(seen, expected);
  assert.equal((await get('/assets?page_size=1000')).body['meta'], { total, page_size: 100, page_number: 1 });
  assert.equal((await get('/assets?page_size=007&page_number=02')).body['meta'], {
    total,
    page_size: 7,
    page_number: 2,
  });
});

test('A-05, A-08 numbers of any length are numbers: at most 100 to a page, and a page behind the end', async () => {
  for (const digits of ['2147483648', '99999999999', '9'.repeat(400), `${'0'.repeat(50)}${'1'.repeat(3000)}`]) {
    const { status, body } = await get(`/assets?page_size=${digits}&page_number=${digits}`);
    assert.is(status, 200, digits);
    assert.equal(body, { data: [], meta: { total, page_size: 100, page_number: 2 ** 31 - 1 } }, digits);
  }
  assert.is(itemsIn((await get(`/assets?page_size=${'0'.repeat(50)}7`)).body['data']), 7);
});

const itemsIn = (data: unknown): number => (data as readonly unknown[]).length;

test('A-25 the image of an asset without a published logo is empty text', async () => {
  await api.declare(asset(304, { chain: 'sepolia', imageUrl: null }));
  const { body } = await get(`/assets/sepolia/${asset(304).address}`);
  assert.is((body['token_details'] as Readonly<Record<string, unknown>>)['token_image'], '');
});

test('A-22 a stored attestation that is no address of the chain is not served', async () => {
  for (const [n, attestationAddress] of [
    [301, '0xattestation'],
    [302, 'a word'],
    [303, solanaAddress],
  ] as const) {
    await api.declare(asset(n, { chain: 'sepolia', attestationAddress }));
    const { status, body } = await get(`/assets/sepolia/${asset(n).address}`);
    assert.equal([status, 'attestation_address' in body], [200, false], attestationAddress);
  }
});

test('A-08 a page past the end is empty and has the true total', async () => {
  const reply = await get('/assets?page_number=99');
  assert.equal(reply.body, { data: [], meta: { total, page_size: 20, page_number: 99 } });
});

test('A-10 the Link header names the neighbouring pages', async () => {
  const linkOf = async (query: string) => String((await get(`/assets?${query}`)).headers['link']);
  const url = (number: number) => `<http://registry.test/assets?page_size=20&page_number=${number}>`;
  assert.is(await linkOf(''), `${url(1)}; rel="first", ${url(2)}; rel="next", ${url(3)}; rel="last"`);
  assert.is(
    await linkOf('page_number=2'),
    `${url(1)}; rel="first", ${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(3)}; rel="last"`,
  );
  assert.is(await linkOf('page_number=9'), `${url(1)}; rel="first", ${url(3)}; rel="prev", ${url(3)}; rel="last"`);
});

test('A-11, A-20 … A-24, A-28 … A-30 the record', async () => {
  const full = await get(`/assets/ethereum/${asset(7).address}`);
  assert.is(full.status, 200);
  assert.equal(full.body, {
    token_details: {
      chain: 'ethereum',
      address: asset(7).address,
      account_id: `eip155:1:${asset(7).address}`,
      asset_did: asset(7).did,
      token_name: 'Token 7',
      token_ticker: 'TK7',
      authorities: [],
      token_image: 'https://acme.example/logo.png',
      copyright_confirmed: true,
    },
    business_details: {
      issuer_did: issuer().did,
      business_verified: true,
      business_name: 'Acme Euro S.A.',
      business_description: 'Issues electronic money tokens.',
    },
    website_url: 'https://acme.example/',
    whitepaper_url: 'https://acme.example/whitepaper.pdf',
    asset_url: `http://pages.test/verified-assets/${asset(7).address}/ethereum`,
  });
  const sparse = (await get(`/assets/ethereum/${mixedCase}`)).body;
  assert.equal(Object.keys(sparse), ['token_details', 'business_details', 'asset_url', 'attestation_address']);
  assert.equal(memberOf(sparse, 'token_details', 'authorities'), [
    {
      authority_type: 'owner',
      address: mixedCase,
      verified: true,
      account_type: 'multisig',
      multisig_signers: ['0x1', '0x2'],
      asset_authority_id: 'a1',
    },
    {
      authority_type: 'upgrade_authority',
      address: mixedCase,
      verified: false,
      account_type: 'multisig',
      asset_authority_id: 'a3',
    },
  ]);
});

test('A-12, A-15, A-16 sepolia is found by path; EVM addresses in any case, answered in EIP-55 form', async () => {
  assert.is((await get(`/assets/sepolia/${asset(900).address}`)).status, 200);
  assert.is((await get(`/assets/solana/${solanaAddress}`)).status, 200);
  for (const form of [mixedCase, mixedCase.toLowerCase(), mixedCase.toUpperCase()]) {
    const reply = await get(`/assets/ethereum/${form}`);
    assert.is(reply.status, 200, form);
    assert.is(memberOf(reply.body, 'token_details', 'address'), mixedCase);
  }
});

test('a newer record replaces the served one, an older one changes nothing', async () => {
  const moved = asset(60, { position: 10, registeredAt: Date.UTC(2026, 1, 1) + minute });
  await api.declare(moved);
  assert.is(memberOf((await get('/assets')).body, 'meta', 'total'), total + 1);
  await api.declare({ ...moved, position: 12, name: 'Renamed', address: asset(61).address });
  assert.is((await get(`/assets/ethereum/${moved.address}`)).status, 404);
  assert.is(
    memberOf((await get(`/assets/ethereum/${asset(61).address}`)).body, 'token_details', 'token_name'),
    'Renamed',
  );
  await api.declare({ ...moved, position: 11, name: 'Late' });
  assert.is(
    memberOf((await get(`/assets/ethereum/${asset(61).address}`)).body, 'token_details', 'token_name'),
    'Renamed',
  );
  await api.declare({ ...moved, position: 13, public: false, status: 'withdrawn' });
  assert.is(memberOf((await get('/assets')).body, 'meta', 'total'), total);
  assert.is(api.dependencies.registry.byId(assetId(60))?.public, false);
});

test.run();
