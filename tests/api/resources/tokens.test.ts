import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProofMethod } from '../../../schemas/facts.ts';
import type { RecordProof } from '../../../schemas/generated/records.ts';
import { type Harness, openHarness, type TestKey } from '../harness.ts';
import { asset, issuer } from '../records.ts';

let api: Harness;
let key: TestKey;

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const twin = '0x1abaEA1f7C830bD89Acc67eC4af516284b1bC33c';
const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D';
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const pair = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const issued = 'EUR.rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';

const methods: readonly ProofMethod[] = [
  { type: 'signature', scheme: 'eip191' },
  { type: 'signature', scheme: 'xrpl', signer_public_key: 'ED01' },
  {
    type: 'contract_signature',
    scheme: 'eip1271',
    inner_scheme: 'eip712',
    caip2: 'eip155:1',
    block_number: 20_000_000,
  },
  { type: 'transfer', kind: 'amount', transaction_hash: '0x01', sender: '0x02', asset: 'ETH', amount: '0.000123' },
  { type: 'transfer', kind: 'memo', memo: 'attestry-1' },
  { type: 'admin_manual' },
];

const proofs: readonly RecordProof[] = methods.map((method, index) => ({
  proofId: `proof-${index}`,
  authorityType: 'owner',
  authorityAddress: usdc,
  method: JSON.stringify({ ...method, undeclared: 'never told' }),
  provedAt: Date.UTC(2026, 0, 1, 0, 0, index),
  verifiedBy: method.type === 'admin_manual' ? 'operator' : 'attestry',
  lapsed: null,
}));

/** Proofs that back no authority of now: a lapsed one, one of another type, one of a wallet that was never observed. */
const idle: readonly RecordProof[] = proofs.slice(0, 3).map((proof, index) => ({
  ...proof,
  proofId: `idle-${index}`,
  ...[{ lapsed: 'others can act' }, { authorityType: 'creator' }, { authorityAddress: twin }][index],
}));

const unverified = { public: false, kyiVerified: false, issuer: issuer({ kyiStatus: 'pending', kybVerified: false }) };

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  await api.declare(
    asset(1, {
      address: usdc,
      verifications: [...proofs, ...idle],
      authorities: [
        {
          id: 'a1',
          type: 'blacklister',
          address: twin,
          accountType: 'multisig',
          accountKind: 'safe',
          signers: ['0x1', '0x2', '0x3'],
          threshold: 2,
          verified: true,
          observedAt: Date.UTC(2026, 4, 1),
        },
        {
          id: 'a2',
          type: 'owner',
          address: usdc,
          accountType: 'regular',
          accountKind: null,
          signers: [],
          threshold: null,
          verified: false,
          observedAt: null,
        },
      ],
    }),
    asset(2, { address: twin }),
    asset(3, { address: twin, chain: 'base', ...unverified }),
    asset(4, { address: twin, chain: 'avalanche' }),
    asset(5, { address: nft, standard: 'erc721', decimals: null, verifiedAt: null }),
    asset(6, { address: mint, chain: 'solana', standard: 'token' }),
    asset(7, { address: issued, chain: 'xrpl', standard: 'token', decimals: 15 }),
    asset(8, { address: '60', standard: 'slip44', decimals: 18, websiteUrl: null, whitepaperUrl: null }),
    asset(9, { public: false, status: 'withdrawn' }),
    asset(10, { public: false, kyiVerified: false, issuer: null }),
    asset(11, { address: pair, ...unverified }),
    asset(12, { address: pair, chain: 'base' }),
  );
});
test.after(async () => {
  await api.close();
});

const get = (query: string) => api.get(`/kyi/v1/tokens${query}`, key.text);
const caip19sOf = (reply: Awaited<ReturnType<typeof get>>): readonly unknown[] =>
  (reply.body['data'] as readonly { readonly token: { readonly caip19: string } }[]).map(({ token }) => token.caip19);

test('A-45 … A-52, A-54 wrong combinations and malformed identifiers are 400, combinations first', async () => {
  const provide = 'provide caip19, or address with optional chain_slug';
  const both = 'use either caip19, or address with optional chain_slug, not both';
  const malformed = 'caip19 must be a valid CAIP-19 identifier';
  const cases: readonly (readonly [string, string])[] = [
    ['', provide],
    ['?other=1', provide],
    ['?address=', provide],
    [`?caip19=eip155:1/erc20:${usdc}&address=${usdc}`, both],
    [`?caip19=nonsense&address=${usdc}`, both],
    [`?caip19=eip155:1/erc20:${usdc}&chain_slug=ethereum`, both],
    ['?caip19=&chain_slug=ethereum', both],
    ['?chain_slug=ethereum', 'chain_slug requires address'],
    ['?address=&chain_slug=ethereum', 'chain_slug requires address'],
    ['?caip19=', malformed],
    ['?caip19=nonsense', malformed],
    [`?caip19=eip155:1/erc20:${usdc}/`, malformed],
    [`?caip19=EIP155:1/erc20:${usdc}`, malformed],
    [`?caip19=eip155:1/ERC20:${usdc}`, malformed],
    [`?caip19=eip155:1/erc20:${'a'.repeat(129)}`, malformed],
    [`?caip19=eip155:1%252Ferc20:${usdc}`, malformed],
    [`?caip19=eip155:1%253Aerc20:${usdc}`, malformed],
    [`?caip19=eip155:1/erc20:${usdc}+`, malformed],
    [`?caip19=+eip155:1/erc20:${usdc}`, malformed],
    [`?caip19=eip155:1/erc20:${usdc}%0A`, malformed],
    ['?caip19=a&caip19=b', 'caip19 must be given once'],
    ['?address=a&address=b', 'address must be given once'],
    ['?address=a&chain_slug=b&chain_slug=c', 'chain_slug must be given once'],
  ];
  for (const [query, message] of cases) {
    const reply = await get(query);
    assert.is(reply.status, 400, query);
    assert.equal(reply.body, { message, error: 'Bad Request', statusCode: 400 }, query);
  }
});

test('A-43, A-53, A-60, A-61 a well-formed identifier that is not indexed is 404 with the normal shape', async () => {
  const queries = [
    `?caip19=eip155:1/erc20:0x${'f'.repeat(40)}`,
    `?caip19=eip155:10/erc20:${usdc}`,
    `?caip19=made-up:1/erc20:${usdc}`,
    `?caip19=eip155:1/erc721:${usdc}`,
    `?caip19=eip155:1/erc20:${usdc}/1`,
    `?caip19=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint.toLowerCase()}`,
    `?address=${usdc}&chain_slug=base`,
    `?address=${usdc}&chain_slug=`,
    `?address=${usdc}&chain_slug=Ethereum`,
    '?address=nonsense',
    '?address=%00',
    `?address=${mint.toLowerCase()}`,
    `?address=${issued.toLowerCase()}`,
    `?caip19=xrpl:0/token:${issued.toLowerCase()}`,
    `?caip19=solana:5EYKT4USFV8P8NJDTREPY1VZQKQZKVDP/token:${mint}`,
    `?address=${usdc}&chain_slug=made-up`,
    `?address=${usdc.slice(0, -1)}`,
  ];
  for (const query of queries) {
    const reply = await get(query);
    assert.is(reply.status, 404, query);
    assert.is(reply.text, '{"kyi_verified":false,"data":[]}', query);
  }
});

test('A-40, A-54 … A-58, A-61 every way to name a token finds it', async () => {
  const encoded = encodeURIComponent(`eip155:1/erc20:${usdc}`);
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const cases: readonly (readonly [string, string])[] = [
    [`?caip19=eip155:1/erc20:${usdc}`, `eip155:1/erc20:${usdc}`],
    [`?caip19=${encoded}`, `eip155:1/erc20:${usdc}`],
    [`?caip19=eip155:1/erc20:${usdc.toLowerCase()}`, `eip155:1/erc20:${usdc}`],
    [`?caip19=eip155:1/erc20:${usdc.toUpperCase()}`, `eip155:1/erc20:${usdc}`],
    [`?address=${usdc.replace('A0b8', 'a0B8')}`, `eip155:1/erc20:${usdc}`],
    [`?address=${usdc.toUpperCase()}`, `eip155:1/erc20:${usdc}`],
    [`?address=${usdc}&chain_slug=ethereum`, `eip155:1/erc20:${usdc}`],
    [`?caip19=eip155:1/erc721:${nft}`, `eip155:1/erc721:${nft}`],
    [`?caip19=eip155:1/erc721:${nft}/8520`, `eip155:1/erc721:${nft}`],
    ['?caip19=eip155:1/slip44:60', 'eip155:1/slip44:60'],
    [`?caip19=${solana}/token:${mint}`, `${solana}/token:${mint}`],
    [`?address=${mint}`, `${solana}/token:${mint}`],
    [`?caip19=xrpl:0/token:${issued}`, `xrpl:0/token:${issued}`],
  ];
  for (const [query, caip19] of cases) {
    const reply = await get(query);
    assert.is(reply.status, 200, query);
    assert.equal(caip19sOf(reply), [caip19], query);
    assert.is(reply.body['kyi_verified'], true);
  }
});

test('A-42, A-59, A-72 an address on several chains: verified first, and the verdict is that of all', async () => {
  const all = await get(`?address=${twin}`);
  assert.equal(caip19sOf(all), [`eip155:1/erc20:${twin}`, `eip155:43114/erc20:${twin}`, `eip155:8453/erc20:${twin}`]);
  assert.is(all.body['kyi_verified'], false);
  const one = await get(`?address=${twin}&chain_slug=avalanche`);
  assert.equal(caip19sOf(one), [`eip155:43114/erc20:${twin}`]);
  assert.is(one.body['kyi_verified'], true);
  const unlike = await get(`?address=${pair}`);
  assert.equal(caip19sOf(unlike), [`eip155:8453/erc20:${pair}`, `eip155:1/erc20:${pair}`], 'verified before its id');
  const flags = (unlike.body['data'] as readonly { kyi_verified: boolean }[]).map(({ kyi_verified }) => kyi_verified);
  assert.equal([unlike.body['kyi_verified'], flags], [false, [true, false]]);
});

test('A-44 an issuer without KYI, and none at all, are 200 and false', async () => {
  for (const n of [10]) {
    const reply = await get(`?address=${asset(n).address}`);
    assert.is(reply.status, 200);
    assert.is(reply.body['kyi_verified'], false);
    assert.is((reply.body['data'] as readonly { kyi_verified: boolean }[])[0]?.kyi_verified, false);
  }
  const pending = await get(`?address=${twin}&chain_slug=base`);
  assert.is(pending.status, 200);
  assert.is(pending.body['kyi_verified'], false);
});

test('A-41, A-62, A-64 … A-66, A-68 … A-71 the item', async () => {
  const [item] = (await get(`?address=${usdc}`)).body['data'] as readonly Record<string, unknown>[];
  assert.equal(item, {
    kyi_verified: true,
    token: {
      caip19: `eip155:1/erc20:${usdc}`,
      caip2: 'eip155:1',
      chain_slug: 'ethereum',
      address: usdc,
      standard: 'erc20',
      decimals: 6,
      verified_at: '2025-03-01T00:00:00.000Z',
    },
    asset: {
      slug: 'token-1',
      name: 'Token 1',
      symbol: 'TK1',
      description: 'A token.',
      website_url: 'https://acme.example/',
      whitepaper_url: 'https://acme.example/whitepaper.pdf',
    },
    issuer: { name: 'Acme Euro S.A.', kyb_verified: true },
    authorities: [
      {
        type: 'blacklister',
        address: twin,
        account_type: 'multisig',
        account: '2 of 3 signers',
        signers: ['0x1', '0x2', '0x3'],
        threshold: 2,
        observed_at: '2026-05-01T00:00:00.000Z',
      },
      {
        type: 'owner',
        address: usdc,
        account_type: 'regular',
        account: 'an account, kind not read',
        signers: [],
        threshold: null,
        observed_at: null,
      },
    ],
    verifications: methods.map((method, index) => ({
      id: `proof-${index}`,
      method,
      proved_at: `2026-01-01T00:00:0${index}.000Z`,
      authority: { type: 'owner', address: usdc },
      verified_by: method.type === 'admin_manual' ? 'operator' : 'attestry',
    })),
  });
});

test('A-51 an empty address beside caip19 is given, too', async () => {
  const both = await get(`?caip19=eip155:1/erc20:${usdc}&address=`);
  const message = 'use either caip19, or address with optional chain_slug, not both';
  assert.equal([both.status, both.body['message']], [400, message]);
  assert.is((await get('?address=')).body['message'], 'provide caip19, or address with optional chain_slug');
});

test('B-36 a withdrawn asset is not indexed: 404 in a lookup, no match in a batch; its twin stays', async () => {
  const address = `0x${'77'.repeat(20)}`;
  const one = asset(77, { address });
  await api.declare(one, asset(78, { address, chain: 'base' }));
  await api.declare(asset(77, { address, position: 900, status: 'withdrawn', public: false }));
  const alone = await get(`?caip19=eip155:1/erc20:${address}`);
  assert.equal([alone.status, alone.body], [404, { kyi_verified: false, data: [] }]);
  const both = await get(`?address=${address}`);
  const data = both.body['data'] as readonly Record<string, Record<string, unknown>>[];
  assert.equal([both.body['kyi_verified'], data.map((item) => item['token']?.['chain_slug'])], [true, ['base']]);
  const body = { tokens: [{ address, chain_slug: 'ethereum' }] };
  const batch = await api.send('POST', '/kyi/v1/tokens/batch', { headers: { authorization: key.text }, body });
  const [result] = batch.body['results'] as readonly Record<string, unknown>[];
  assert.equal([result?.['kyi_verified'], result?.['data']], [false, []]);
});

test('A-63 verified_at is as declared, else the check of the issuer or the registration, else null', async () => {
  const checked = Date.UTC(2026, 1, 3);
  const kyiAt = (at: number | null) => ({ ...issuer(), kyiAt: at });
  const cases = [
    [{ verifiedAt: checked }, checked],
    [{ verifiedAt: null, issuer: kyiAt(checked) }, checked],
    [{ verifiedAt: null, issuer: kyiAt(Date.UTC(2020, 0, 1)) }, asset(0).registeredAt],
    [{ verifiedAt: null, issuer: kyiAt(null) }, asset(0).registeredAt],
    [{ verifiedAt: null, ...unverified }, null],
  ] as const;
  for (const [index, [part, expected]] of cases.entries()) {
    const n = 180 + index;
    await api.declare(asset(n, { registeredAt: asset(0).registeredAt, ...part }));
    const { body } = await get(`?address=${asset(n).address}`);
    const [item] = body['data'] as readonly Record<string, Record<string, unknown>>[];
    assert.is(
      item?.['token']?.['verified_at'],
      expected === null ? null : new Date(expected).toISOString(),
      `${index}`,
    );
  }
});

test('A-63, A-65, A-67 unknown values are null or empty', async () => {
  const itemOf = async (query: string) =>
    ((await get(query)).body['data'] as readonly Record<string, Record<string, unknown>>[])[0];
  const collection = await itemOf(`?address=${nft}`);
  assert.is(collection?.['token']?.['decimals'], null);
  assert.equal(collection?.['verifications'], []);
  assert.is((await itemOf(`?address=${asset(10).address}`))?.['issuer'], null);
  assert.is((await itemOf('?caip19=eip155:1/slip44:60'))?.['asset']?.['website_url'], null);
});

test.run();
