import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recoverEip191 } from '../../../pipeline/registry/proofs/signatures/eip191.ts';
import { usedChallengesOf } from '../../../pipeline/registry/import/used-challenges.ts';
import { type ImportRequest, planImport } from '../../../pipeline/registry/import/plan-import.ts';
import type { ProofValue } from '../../../schemas/facts.ts';
import { assetLine, caip19, personalSign, request, testKey, tokenAddress, uuid } from './declarations.ts';

const owner = testKey(7);
const signer = testKey(8);
const stranger = testKey(9);
const challenge = `Attestry proof\nAsset: ${caip19}\nAuthority: owner ${owner.address}\nNonce: 4711`;

interface ProofOptions {
  readonly challenge?: string;
  readonly key?: typeof owner;
  readonly signature?: string;
  readonly over?: Readonly<Record<string, unknown>>;
  readonly asset?: Readonly<Record<string, unknown>>;
  readonly signers?: readonly string[];
}

const proofLine = ({ challenge: text = challenge, key = owner, signature, over }: ProofOptions) => ({
  type: 'proof',
  proofId: uuid(900),
  assetId: uuid(101),
  authority: { type: 'owner', address: owner.address },
  method: { type: 'signature', scheme: 'eip191' },
  challenge: text,
  evidence: { signature: signature ?? personalSign(text, key.secret) },
  provedAt: '2026-01-20T00:00:00Z',
  ...over,
});

const plan = (given: ProofOptions) =>
  planImport(request([assetLine(1, given.asset), proofLine(given)], { signersOf: () => given.signers ?? [] }));

const reasonOf = (given: ProofOptions): string => {
  const result = plan(given);
  return result.ok ? 'verified' : result.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};

const siwe = (over: { readonly lines?: readonly string[]; readonly resources?: readonly string[] } = {}): string =>
  [
    'issuer.example wants you to sign in with your Ethereum account:',
    owner.address,
    '',
    'Proof of control.',
    '',
    'URI: https://issuer.example/proof',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh',
    'Issued At: 2026-01-19T00:00:00Z',
    ...(over.lines ?? []),
    'Resources:',
    ...(over.resources ?? [`asset:${caip19}`, `authority:owner:${owner.address}`]).map((uri) => `- ${uri}`),
  ].join('\n');

/** The same signature with the other s: as valid to a lax verifier, ruled out by EIP-2. */
function highS(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(130), 16) === 27 ? 28 : 27;
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v.toString(16)}`;
}

const good = personalSign(challenge, owner.secret);
const withV = (v: string): string => `${good.slice(0, 130)}${v}`;

const refusals: readonly (readonly [name: string, given: ProofOptions, reason: RegExp])[] = [
  [
    'another key signed',
    { key: stranger },
    /evidence.signature: was made by 0x.*, not by 0x.*no signers of it were obs/,
  ],
  [
    'the text was altered after signing',
    { challenge: `${challenge} `, signature: good },
    /evidence.signature: was made by/,
  ],
  ['a high s', { signature: highS(good) }, /high s value/],
  ['v = 2', { signature: withV('02') }, /has v = 2/],
  ['v = 29', { signature: withV('1d') }, /has v = 29/],
  ['63 bytes', { signature: good.slice(0, 128) }, /130 hex digits/],
  ['not hex', { signature: `0x${'zz'.repeat(65)}` }, /130 hex digits/],
  ['r and s zero', { signature: `0x${'00'.repeat(64)}1b` }, /no key can have made it/],
  ['r beyond the order', { signature: `0x${'ff'.repeat(32)}${good.slice(66)}` }, /no key can have made it/],
  ['no signature', { over: { evidence: {} } }, /evidence.signature: is missing/],
  ['unknown evidence', { over: { evidence: { signature: good, more: 1 } } }, /evidence.more: unknown member/],
  ['evidence without a name', { over: { evidence: { signature: good, '': 1 } } }, /evidence\."": unknown member/],
  [
    'unknown member of the method',
    { over: { method: { type: 'signature', scheme: 'eip191', x: 1 } } },
    /method.x: unk/,
  ],
  ['no Asset line', { challenge: `Authority: owner ${owner.address}` }, /challenge: has no line Asset/],
  ['no Authority line', { challenge: `Asset: ${caip19}` }, /challenge: has no line Authority/],
  ['two Asset lines', { challenge: `${challenge}\nAsset: ${caip19}` }, /more than one line Asset/],
  ['another asset', { challenge: challenge.replace('eip155:1/', 'eip155:8453/') }, /names asset eip155:8453/],
  ['another authority type', { challenge: challenge.replace('owner', 'creator') }, /names authority creator/],
  ['another authority', { challenge: challenge.replace(owner.address, signer.address) }, /names authority owner 0x/],
  ['expired', { challenge: `${challenge}\nExpires: 2026-01-19T23:59:59Z` }, /expired at 2026-01-19/],
  ['an unreadable expiry', { challenge: `${challenge}\nExpiration Time: soon` }, /not an ISO 8601 date-time: "soon"/],
  ...[
    ' Expires: 2026-01-19T00:00:00Z',
    '\tEXPIRES: 2026-01-19T00:00:00Z',
    'Expires : 2026-01-19T00:00:00Z',
    'Expires on: 2026-01-19T00:00:00Z',
    'Expires:2026-01-19T00:00:00Z',
    'Expiration date: 2026-01-19T00:00:00Z',
    'Valid until: 2026-01-19T00:00:00Z',
    'Not after: 2026-01-19T00:00:00Z',
    'NOT  AFTER: 2026-01-19T00:00:00Z',
    'Not-after: 2026-01-19T00:00:00Z',
    'Until: 2026-01-19T00:00:00Z',
    'Deadline = 2026-01-19T00:00:00Z',
    'End time\u2236 2026-01-19T00:00:00Z',
    'Ехрires: 2026-01-19T00:00:00Z',
    '\u200bExpires: 2026-01-19T00:00:00Z',
    'Ｅxpires： 2026-01-19T00:00:00Z',
  ].map((line): (typeof refusals)[number] => [
    `an expiry written ${JSON.stringify(line)}`,
    { challenge: `${challenge}\n${line}\n` },
    /expired at 2026-01-19/,
  ]),
  ...[
    '- Expires: 2026-01-19T00:00:00Z',
    'Expires after use: yes',
    'Expired: no',
    'Valid from: 2026-01-19T00:00:00Z',
    'Validity: one day',
    'Ends in: 2 days',
    'Valid until 2026-01-19T00:00:00Z',
    'Expires 2026-01-19',
    'Expiration – 2026-01-19',
    'TTL: 3600',
  ].map((line): (typeof refusals)[number] => [
    `a line that is not understood, ${JSON.stringify(line)}`,
    { challenge: `${challenge}\n${line}` },
    /challenge: has a line that begins like an expiry and is not understood/,
  ]),
  ...['Issued: 2026-01-21T00:00:00Z', 'Issued At: 2026-01-21T00:00:00Z', 'Not before: 2026-01-21T00:00:00Z'].map(
    (line): (typeof refusals)[number] => [
      `a start that was later, ${line}`,
      { challenge: `${challenge}\n${line}` },
      /challenge: was not valid before 2026-01-21T00:00:00Z, after the proof was made/,
    ],
  ),
  [
    'SIWE that names another asset in capitals',
    { challenge: siwe({ resources: [`asset:${caip19}`, `ASSET:${caip19}`, `authority:owner:${owner.address}`] }) },
    /has more than one resource asset/,
  ],
  [
    'SIWE whose statement names an asset',
    { challenge: siwe().replace('Proof of control.', 'Asset: eip155:1/slip44:60') },
    /looks like a statement of its asset or authority/,
  ],
  ['an expiry after a carriage return', { challenge: `${challenge} x\rExpires: soon` }, /challenge: /],
  [
    'SIWE whose statement has expired',
    { challenge: siwe().replace('Proof of control.', 'Valid until: 2026-01-19T00:00:00Z') },
    /expired at 2026-01-19/,
  ],
  ['proved after the import', { over: { provedAt: '2026-02-01T00:00:00Z' } }, /provedAt: is after the as-of/],
  ['an unknown asset', { over: { assetId: uuid(5) } }, /assetId: the registry has no asset/],
  [
    'an address that is none',
    { over: { authority: { type: 'owner', address: '0x1' } } },
    /authority.address: .*not an EVM/,
  ],
  [
    'an unknown method',
    { over: { method: { type: 'signature', scheme: 'rot13' } } },
    /method signature\/rot13 is unknown/,
  ],
  ['a method of the prototype', { over: { method: { type: 'constructor' } } }, /method constructor is unknown/],
  ['SIWE that is malformed', { challenge: siwe().replace('Version: 1', 'Version: 2') }, /Version is missing or not 1/],
  ['SIWE on another chain', { challenge: siwe().replace('Chain ID: 1', 'Chain ID: 10') }, /Chain ID is 10/],
  ['SIWE without resources', { challenge: siwe({ resources: [] }) }, /has no resource asset:/],
  ['SIWE for another asset', { challenge: siwe({ resources: ['asset:eip155:1/erc20:0x1'] }) }, /names asset/],
  [
    'SIWE for two authorities',
    {
      challenge: siwe({
        resources: [`asset:${caip19}`, `authority:owner:${owner.address}`, `authority:creator:${owner.address}`],
      }),
    },
    /more than one resource authority/,
  ],
  ['SIWE that had expired', { challenge: siwe({ lines: ['Expiration Time: 2026-01-19T12:00:00Z'] }) }, /had expired/],
  [
    'SIWE that was not yet valid',
    { challenge: siwe({ lines: ['Not Before: 2026-01-21T00:00:00Z'] }) },
    /not yet valid/,
  ],
  ['SIWE issued later', { challenge: siwe().replace('2026-01-19', '2026-01-21') }, /was issued after/],
  [
    'SIWE that names another signer than the one who signed',
    { challenge: siwe(), key: signer, signers: [signer.address] },
    /the message names 0x.* as its signer/,
  ],
];

for (const [name, given, reason] of refusals) test(`refused: ${name}`, () => assert.match(reasonOf(given), reason));

test('accepted: an expiry that is not over, and lines that only mention one', () => {
  for (const line of ['Valid until: 2026-01-20T00:00:00Z', 'Note: this expires: never', 'Invalid: no', 'It is valid']) {
    assert.is(reasonOf({ challenge: `${challenge}\n${line}` }), 'verified', line);
  }
});

const twice = (over: Readonly<Record<string, unknown>>, used: ImportRequest['usedChallenges']): string => {
  const result = planImport(request([assetLine(1), proofLine({ over })], { usedChallenges: used }));
  return result.ok ? 'verified' : result.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};
const used = usedChallengesOf([
  {
    proofId: uuid(900),
    authority: { type: 'owner', address: owner.address },
    provedBy: owner.address,
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    provedAt: Date.UTC(2026, 0, 20),
  },
]);

test('one challenge of one authority is one proof, however its signature is written', () => {
  const again = { proofId: uuid(901), provedAt: '2026-01-25T00:00:00Z' };
  const sentence = new RegExp(`^challenge: belongs to proof ${uuid(900)}; another proof needs another challenge$`);
  assert.match(twice(again, used), sentence);
  const written = [good.toUpperCase().replace('0X', '0x'), `${good.slice(0, 130)}0${good.endsWith('1b') ? 0 : 1}`];
  for (const signature of written) {
    assert.is(reasonOf({ signature }), 'verified', signature);
    assert.match(twice({ ...again, evidence: { signature } }, used), sentence);
  }
  assert.is(twice({ proofId: uuid(900).toUpperCase() }, used), 'verified', 'the same proof again');
  assert.is(twice(again, new Map()), 'verified');
  for (const provedAt of ['2026-01-25T00:00:00Z', '2026-01-19T00:00:00Z']) {
    assert.match(
      twice({ provedAt }, used),
      /^provedAt: is not 2026-01-20T00:00:00.000Z, when this challenge proved; a later proof needs another challenge$/,
    );
  }
  const inOneFile = planImport(request([assetLine(1), proofLine({}), proofLine({ over: again })]));
  assert.match(inOneFile.ok ? '' : inOneFile.issues.map(({ reason }) => reason).join(), /belongs to proof/);
});

test('signers of a multisig may sign the same challenge, each once: its threshold counts them', () => {
  const { address } = signer;
  const ofSigner = (n: number) => proofLine({ key: signer, over: { proofId: uuid(n) } });
  const over = { signersOf: () => [address] };
  assert.ok(planImport(request([assetLine(1), proofLine({}), ofSigner(901)], over)).ok);
  const again = planImport(request([assetLine(1), ofSigner(901), ofSigner(902)], over));
  assert.match(again.ok ? '' : again.issues.map(({ reason }) => reason).join(), /belongs to proof/);
});

test('statements of the operator may repeat a challenge', () => {
  const manual = { method: { type: 'admin_manual' }, evidence: null, challenge: '' };
  const lines = [assetLine(1), proofLine({ over: manual }), proofLine({ over: { ...manual, proofId: uuid(901) } })];
  assert.ok(planImport(request(lines)).ok);
});

test('refused: eip191 for an asset that is not on an EVM chain', () => {
  const solana = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R';
  const asset = { chain: 'solana', address: solana, standard: 'token' };
  const over = { authority: { type: 'mint_authority', address: solana } };
  assert.match(reasonOf({ asset, over }), /method.scheme: eip191 proves control of an EVM address/);
});

const acceptances: readonly (readonly [name: string, given: ProofOptions])[] = [
  ['by the authority', {}],
  ['v = 0 or 1', { signature: withV((Number.parseInt(good.slice(130), 16) - 27).toString().padStart(2, '0')) }],
  [
    'lower-case addresses in the challenge',
    { challenge: challenge.toLowerCase().replace('asset:', 'Asset:').replace('authority:', 'Authority:') },
  ],
  ['text beyond ASCII: the prefix counts bytes', { challenge: `Émetteur – 発行者\n${challenge}` }],
  ['an expiry that was still ahead', { challenge: `${challenge}\nExpires: 2026-01-20T00:00:00Z` }],
  ['Windows line ends', { challenge: challenge.replaceAll('\n', '\r\n') }],
  ['SIWE', { challenge: siwe() }],
  [
    'SIWE with other resources, too',
    {
      challenge: siwe({
        resources: ['https://issuer.example', `asset:${caip19.toLowerCase()}`, `authority:owner:${owner.address}`],
      }),
    },
  ],
];
for (const [name, given] of acceptances) test(`verified: ${name}`, () => assert.is(reasonOf(given), 'verified'));

test('a proof becomes an observation at the as-of of the import', () => {
  const result = plan({});
  assert.ok(result.ok);
  const output = result.records.find(({ topic }) => topic === 'observations');
  assert.ok(output?.topic === 'observations');
  const { subjectKind, subjectKey, field, sourceKey, extractor, observedAt, value } = output.value;
  assert.equal([subjectKind, subjectKey, field, sourceKey], ['proof', uuid(900), 'proof', 'proof']);
  assert.equal([extractor, observedAt, output.timestamp], ['attestry-proofs', Date.UTC(2026, 0, 30), observedAt]);
  assert.equal(JSON.parse(value ?? '') as ProofValue, {
    proofId: uuid(900),
    authority: { type: 'owner', address: owner.address },
    provedBy: owner.address,
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature: good },
    provedAt: Date.UTC(2026, 0, 20),
    verifiedBy: 'attestry eip191',
  });
});

test('a signer of the authority, as observed on chain, may prove it', () => {
  const result = plan({ key: signer, signers: [signer.address.toLowerCase()] });
  assert.ok(result.ok);
  const output = result.records.at(-1);
  assert.ok(output?.topic === 'observations');
  assert.is((JSON.parse(output.value.value ?? '') as ProofValue).provedBy, signer.address);
  assert.match(reasonOf({ key: stranger, signers: [signer.address] }), /its observed signers: 0x/);
});

test('A-71 admin_manual is stored as what it is, without challenge and evidence', () => {
  const over = { method: { type: 'admin_manual' }, challenge: null, evidence: null };
  const result = plan({ over });
  assert.ok(result.ok);
  const output = result.records.at(-1);
  assert.ok(output?.topic === 'observations');
  const value = JSON.parse(output.value.value ?? '') as ProofValue;
  assert.equal([value.method, value.verifiedBy, value.challenge, value.evidence], [over.method, 'operator', '', {}]);
});

test('the signature is recovered over the message in bytes', () => {
  assert.equal(recoverEip191('ü', personalSign('ü', owner.secret)), { address: owner.address });
  assert.is(tokenAddress.length, 42);
});

test.run();
