/** Forms of proofs that wallets make beside the common ones. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { caip19, personalSign, testKey } from '../../declarations.ts';
import { outcomeOf, type ProofCase, solanaKey } from '../claims.ts';

const owner = testKey(7);
const solana = solanaKey(7);
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const solanaAsset = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint}`;
const challenge = `Attestry proof\nAsset: ${caip19}\nAuthority: owner ${owner.address}`;

const evm = (text: string, signature: string, scheme = 'eip191'): ProofCase => ({
  asset: {},
  line: {
    authority: { type: 'owner', address: owner.address },
    method: { type: 'signature', scheme },
    challenge: text,
    evidence: { signature },
    provedAt: '2026-01-20T00:00:00Z',
  },
});

const onSolana = (text: string, { key = solana, scheme = 'solana_raw', asset = solanaAsset } = {}): ProofCase => ({
  asset: { chain: 'solana', address: asset.split(':').at(-1), standard: 'token' },
  line: {
    authority: { type: 'mint_authority', address: solana.address },
    method: { type: 'signature', scheme },
    challenge: text,
    evidence: { signature: key.sign(Buffer.from(text)) },
    provedAt: '2026-01-20T00:00:00Z',
  },
});

/** r, and s with the parity in its first bit (EIP-2098). */
function compact(signature: string): string {
  const parity = signature.endsWith('1c') ? 0x80 : 0;
  const first = (Number.parseInt(signature.slice(66, 68), 16) | parity).toString(16).padStart(2, '0');
  return `${signature.slice(0, 66)}${first}${signature.slice(68, 130)}`;
}

test('EIP-2098: a signature of 64 bytes is the one of 65 bytes', () => {
  // Nonces give both parities.
  for (let nonce = 0; nonce < 8; nonce += 1) {
    const text = `${challenge}\nNonce: ${nonce}`;
    assert.is(outcomeOf(evm(text, compact(personalSign(text, owner.secret)))), 'verified');
  }
  const other = compact(personalSign(challenge, testKey(9).secret));
  assert.match(outcomeOf(evm(challenge, other)), /evidence.signature: was made by 0x/);
});

const word = (text: string): Buffer => Buffer.from(keccak_256(Buffer.from(text)));
const hashed = (...words: readonly Uint8Array[]): Buffer => Buffer.from(keccak_256(Buffer.concat(words)));

test('EIP-712: a struct that is null is hashed as zeros, as wallets do', () => {
  const members = ['asset', 'authority'].map((name) => ({ name, type: 'string' }));
  const data = {
    types: {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Proof: [...members, { name: 'link', type: 'Link' }],
      Link: [
        { name: 'text', type: 'string' },
        { name: 'next', type: 'Link' },
      ],
    },
    primaryType: 'Proof',
    domain: { name: 'Proof' },
    message: { asset: caip19, authority: `owner ${owner.address}`, link: { text: 'end', next: null } },
  };
  // Written out by hand, apart from the program.
  const link = hashed(word('Link(string text,Link next)'), word('end'), Buffer.alloc(32));
  const type = word('Proof(string asset,string authority,Link link)Link(string text,Link next)');
  const message = hashed(type, word(caip19), word(`owner ${owner.address}`), link);
  const digest = hashed(Buffer.from('1901', 'hex'), hashed(word('EIP712Domain(string name)'), word('Proof')), message);
  const made = secp256k1.sign(digest, owner.secret, { prehash: false, format: 'recovered' });
  const signature = `0x${Buffer.from(made.subarray(1)).toString('hex')}${(27 + (made[0] ?? 0)).toString(16)}`;
  assert.is(outcomeOf(evm(JSON.stringify(data), signature, 'eip712')), 'verified');
  const missing = { ...data, message: { ...data.message, link: { text: 'end' } } };
  assert.match(outcomeOf(evm(JSON.stringify(missing), signature, 'eip712')), /message.link.next is missing/);
  const nothing = { ...data, message: null };
  assert.match(outcomeOf(evm(JSON.stringify(nothing), signature, 'eip712')), /message is null, not an object/);
});

const siweFields = [
  'URI: https://issuer.example/proof',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-01-19T00:00:00Z',
  'Resources:',
  `- asset:${caip19}`,
  `- authority:owner:${owner.address}`,
];
const siweHead = ['issuer.example wants you to sign in with your Ethereum account:', owner.address, ''];

test('ERC-4361 without a statement: with two empty lines as in its grammar, and with one as libraries write it', () => {
  for (const blank of [[''], []]) {
    const text = [...siweHead, ...blank, ...siweFields].join('\n');
    assert.is(outcomeOf(evm(text, personalSign(text, owner.secret))), 'verified');
  }
  const statement = [...siweHead, 'URI: is my statement', ...siweFields].join('\n');
  assert.match(outcomeOf(evm(statement, personalSign(statement, owner.secret))), /not one line followed by an empty/);
});

const siwsResources = ['Resources:', `- asset:${solanaAsset}`, `- authority:mint_authority:${solana.address}`];
const siws = (parts: readonly (readonly string[])[], address = solana.address): string =>
  [
    `issuer.example wants you to sign in with your Solana account:\n${address}`,
    ...parts.map((part) => part.join('\n')),
  ].join('\n\n');
const allFields = [
  'URI: https://issuer.example',
  'Version: 1',
  'Chain ID: mainnet',
  'Nonce: abcdefgh',
  'Issued At: 2026-01-19T00:00:00Z',
  'Expiration Time: 2026-01-21T00:00:00Z',
];

const accepted: readonly (readonly [name: string, text: string])[] = [
  ['all fields', siws([['I control this token.'], [...allFields, ...siwsResources]])],
  ['no statement', siws([[...allFields, ...siwsResources]])],
  ['resources alone', siws([siwsResources])],
  ['the chain by its CAIP-2 id', siws([['Chain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ...siwsResources]])],
  ['the chain by the name of a wallet', siws([['Chain ID: solana:mainnet', 'Nonce: abcdefgh1', ...siwsResources]])],
];
for (const [name, text] of accepted) {
  test(`Sign In with Solana: ${name}`, () => assert.is(outcomeOf(onSolana(text)), 'verified'));
}

const stranger = solanaKey(9);
const expired = [...allFields.slice(0, -1), 'Expiration Time: 2026-01-19T12:00:00Z', ...siwsResources];
const refused: readonly (readonly [name: string, given: ProofCase, reason: RegExp])[] = [
  [
    'another chain',
    onSolana(siws([['Chain ID: devnet', ...siwsResources]])),
    /the Chain ID is devnet; the asset is on sol/,
  ],
  ['no resources', onSolana(siws([['I control this token.'], allFields])), /has no resource asset:<CAIP-19>/],
  ['fields out of order', onSolana(siws([['Nonce: abcdefgh', 'Version: 1', ...siwsResources]])), /out of order/],
  ['expired', onSolana(siws([expired])), /had expired/],
  [
    'another account',
    onSolana(siws([siwsResources], stranger.address), { key: stranger }),
    /names \w+ as its signer, not/,
  ],
  ['another key', onSolana(siws([siwsResources]), { key: stranger }), /is not a signature of this text/],
  [
    'a message of Ethereum',
    onSolana([...siweHead, '', ...siweFields].join('\n')),
    /to sign in with Ethereum; the asset is on/,
  ],
  ['three parts', onSolana(siws([['One.'], ['Two.'], siwsResources])), /are not an empty line apart/],
  ['a nonce of 3', onSolana(siws([['Nonce: abc', ...siwsResources]])), /the Nonce is missing or not 8 or more/],
];
for (const [name, given, reason] of refused) {
  test(`Sign In with Solana is refused: ${name}`, () => assert.match(outcomeOf(given), reason));
}

test('an off-chain message of version 1 has no method, and the refusal names those that there are', () => {
  assert.match(
    outcomeOf(onSolana(challenge, { scheme: 'solana_offchain_v1' })),
    /method: signature\/solana_offchain_v1 is no method: sign an off-chain message of version 0, or the challenge itself/,
  );
});

test.run();
