import { base58 } from '@scure/base';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usedChallengesOf } from '../../../../../pipeline/registry/import/used-challenges.ts';
import { verifyEd25519 } from '../../../../../pipeline/registry/proofs/signatures/ed25519.ts';
import { runsOf } from '../../../../support/runs.ts';
import { uuid } from '../../declarations.ts';
import { outcomeOf, type ProofCase, solanaKey, storedOf, withBit } from '../claims.ts';

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const asset = { chain: 'solana', address: mint, standard: 'token' };
const caip19 = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${mint}`;
const owner = solanaKey(7);
const signer = solanaKey(8);
const stranger = solanaKey(9);
/** An address that a program derives: no point of the curve. */
const vault = base58.encode(Buffer.from(`02${'00'.repeat(31)}`, 'hex'));
const textFor = (address: string): string => `Attestry proof\nAsset: ${caip19}\nAuthority: mint_authority ${address}`;
const challenge = textFor(owner.address);

interface ProofOptions {
  readonly challenge?: string;
  readonly key?: typeof owner;
  readonly message?: Uint8Array;
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly over?: Readonly<Record<string, unknown>>;
  readonly asset?: Readonly<Record<string, unknown>>;
  readonly signers?: readonly string[];
}

const lineOf = (scheme: string, { challenge: text = challenge, over }: ProofOptions, evidence: object) => ({
  authority: { type: 'mint_authority', address: owner.address },
  method: { type: 'signature', scheme },
  challenge: text,
  evidence,
  provedAt: '2026-01-20T00:00:00Z',
  ...over,
});

const caseOf = (given: ProofOptions, line: ProofCase['line']): ProofCase => ({
  asset: given.asset ?? asset,
  line,
  signers: given.signers ?? [],
});

const raw = (given: ProofOptions): ProofCase => {
  const { challenge: text = challenge, key = owner, evidence } = given;
  return caseOf(given, lineOf('solana_raw', given, { signature: key.sign(Buffer.from(text)), ...evidence }));
};

/** An off-chain message of version 0 as the published layout has it. */
function offchainMessage(
  text: string | Buffer,
  { format = 0, signers = [owner.key], length }: { format?: number; signers?: Uint8Array[]; length?: number } = {},
): Buffer {
  const body = Buffer.from(text);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(length ?? body.length);
  return Buffer.concat([
    Buffer.from('\xffsolana offchain\0', 'latin1'),
    Buffer.alloc(32, 0x42),
    Buffer.of(format, signers.length),
    ...signers,
    size,
    body,
  ]);
}

/** The layout of earlier tools, without application domain and signers. */
function legacyMessage(text: string, format = 0): Buffer {
  const body = Buffer.from(text);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(body.length);
  return Buffer.concat([Buffer.from('\xffsolana offchain\0', 'latin1'), Buffer.of(format), size, body]);
}

const offchain = (given: ProofOptions): ProofCase => {
  const { challenge: text = challenge, key = owner, message = offchainMessage(text), evidence } = given;
  const line = lineOf('solana_offchain_v0', given, {
    message: base58.encode(message),
    signature: key.sign(message),
    ...evidence,
  });
  return caseOf(given, line);
};

const signature = owner.sign(Buffer.from(challenge));
const order = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with the group order added to s: as valid to a lax verifier. */
function largeS(text: string): string {
  const bytes = Buffer.from(base58.decode(text));
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
  const other = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return base58.encode(Buffer.concat([bytes.subarray(0, 32), other]));
}

const asVault = { authority: { type: 'mint_authority', address: vault } };
const noSignature = new RegExp(
  `^evidence.signature: is not a signature of this text by ${owner.address} \\(no signers`,
);

const refusals: readonly (readonly [name: string, given: ProofCase, reason: RegExp])[] = [
  ['another key', raw({ key: stranger }), noSignature],
  ['a signer that was not observed', raw({ key: signer, signers: [stranger.address] }), /its observed signers: /],
  ['an altered text', raw({ challenge: `${challenge} `, evidence: { signature } }), noSignature],
  ['the group order added to s', raw({ evidence: { signature: largeS(signature) } }), noSignature],
  ['a signature in hex', raw({ evidence: { signature: 'ab'.repeat(64) } }), /signature: is not base58 of 64 bytes$/],
  [
    'a signature in base64',
    raw({ evidence: { signature: Buffer.from(base58.decode(signature)).toString('base64') } }),
    /is not base58 of 64 bytes$/,
  ],
  ['63 bytes', raw({ evidence: { signature: base58.encode(Buffer.alloc(63, 1)) } }), /is not base58 of 64 bytes$/],
  ['a megabyte', raw({ evidence: { signature: '1'.repeat(1_000_000) } }), /is not base58 of 64 bytes$/],
  ['no signature', raw({ evidence: { signature: undefined } }), /^evidence.signature: is missing$/],
  ['a number as signature', raw({ evidence: { signature: 1 } }), /^evidence.signature: is no text$/],
  ['unknown evidence', raw({ evidence: { message: '' } }), /^evidence.message: unknown member$/],
  [
    'an unknown member of the method',
    raw({ over: { method: { type: 'signature', scheme: 'solana_raw', signer_public_key: owner.address } } }),
    /^method.signer_public_key: unknown member$/,
  ],
  ['an authority without a key', raw({ challenge: textFor(vault), over: asVault }), /^authority.address: .*has no key/],
  ['no Asset line', raw({ challenge: 'Authority: x y' }), /^challenge: has no line Asset/],
  ['another asset', raw({ challenge: challenge.replace(mint, vault) }), /^challenge: names asset solana:/],
  ['another authority', raw({ challenge: textFor(signer.address) }), /^challenge: names authority mint_authority/],
  ['an expired text', raw({ challenge: `${challenge}\nExpires: 2026-01-19T00:00:00Z` }), /expired at 2026-01-19/],
  ['the bytes of a transaction', raw({ challenge: `\u0001\0\u0001\n${challenge}` }), /^challenge: has the control/],
  [
    'solana_raw on another chain',
    raw({ asset: {}, over: { authority: { type: 'owner', address: `0x${'1'.repeat(40)}` } } }),
    /^method.scheme: solana_raw proves control of a Solana address; the asset is on ethereum$/,
  ],
  [
    'solana_offchain_v0 on another chain',
    offchain({ asset: {}, over: { authority: { type: 'owner', address: `0x${'1'.repeat(40)}` } } }),
    /^method.scheme: solana_offchain_v0 proves control of a Solana address/,
  ],
  ['no message', offchain({ evidence: { message: undefined } }), /^evidence.message: is missing$/],
  ['a message in hex', offchain({ evidence: { message: '0x00' } }), /^evidence.message: is not base58 of at most 1232/],
  [
    'a message of 1,233 bytes',
    offchain({ message: Buffer.alloc(1_233, 0xff) }),
    /is not base58 of at most 1232 bytes$/,
  ],
  ['the text alone', offchain({ message: Buffer.from(challenge) }), /does not begin with the signing domain/],
  [
    'version 1',
    offchain({ message: Buffer.from('\xffsolana offchain\x01\x01', 'latin1') }),
    /^evidence.message: has header version 1; version 0 is supported$/,
  ],
  ['nothing after the domain', offchain({ message: Buffer.from('\xffsolana offchain', 'latin1') }), /version nothing/],
  ['a preamble cut off', offchain({ message: offchainMessage('').subarray(0, 60) }), /its preamble is cut off/],
  ['format 2', offchain({ message: offchainMessage(challenge, { format: 2 }) }), /its message format is 2; formats 0/],
  ['no signers', offchain({ message: offchainMessage(challenge, { signers: [] }) }), /it names no signers/],
  ['length 0', offchain({ message: offchainMessage('') }), /it states length 0/],
  [
    'a shorter length',
    offchain({ message: offchainMessage(challenge, { length: 5 }) }),
    /it states a length of 5 bytes and has \d+;/,
  ],
  [
    'format 0 beyond ASCII',
    offchain({ challenge: `${challenge}\nü` }),
    /its format 0 allows printable ASCII and line feeds only/,
  ],
  ['format 0 with a tab', offchain({ challenge: `${challenge}\n\t` }), /its format 0 allows printable ASCII/],
  [
    'format 1 that is not UTF-8',
    offchain({ message: offchainMessage(Buffer.of(0xc0, 0x80), { format: 1 }) }),
    /its text is not UTF-8/,
  ],
  [
    'a message with another text',
    offchain({ message: offchainMessage(`${challenge}!`) }),
    /^evidence.message: has another text than the challenge$/,
  ],
  [
    'a message with other signers',
    offchain({ message: offchainMessage(challenge, { signers: [stranger.key] }) }),
    new RegExp(`^evidence.message: names as its signers ${stranger.address}, not ${owner.address}`),
  ],
  [
    'a signer that the message does not name',
    offchain({ key: signer, signers: [signer.address] }),
    /^evidence.signature: is not a signature of this text/,
  ],
  ['a signature of the text alone', offchain({ evidence: { signature } }), noSignature],
  [
    'an off-chain message that expired',
    offchain({ challenge: `${challenge}\nNot after: 2026-01-19T00:00:00Z` }),
    /exp/,
  ],
  [
    'an authority without a key, off-chain',
    offchain({ challenge: textFor(vault), over: asVault }),
    /has no key: a prog/,
  ],
];
for (const [name, given, reason] of refusals) test(`refused: ${name}`, () => assert.match(outcomeOf(given), reason));

const { verifiedBy, provedBy, method } = storedOf(raw({}));

test('A-69 a raw signature is stored with the members of its type', () =>
  assert.equal(
    [verifiedBy, provedBy, method],
    ['attestry solana_raw', owner.address, { type: 'signature', scheme: 'solana_raw' }],
  ));

const two = { signers: [signer.key, owner.key] };
const longest = `${challenge}\n${'x'.repeat(1_232 - 85 - challenge.length - 1)}`;

const acceptances: readonly (readonly [name: string, given: ProofCase, by: string, verifier: string])[] = [
  ['raw text beyond ASCII', raw({ challenge: `${challenge}\n発行者` }), owner.address, 'solana_raw'],
  ['raw, by an observed signer', raw({ key: signer, signers: [signer.address] }), signer.address, 'solana_raw'],
  [
    'raw, by a signer of an authority without a key',
    raw({ challenge: textFor(vault), over: asVault, key: signer, signers: [signer.address] }),
    signer.address,
    'solana_raw',
  ],
  ['off-chain, format 0 with line feeds', offchain({}), owner.address, 'solana_offchain_v0'],
  [
    'off-chain, format 1',
    offchain({ challenge: `${challenge}\nü`, message: offchainMessage(`${challenge}\nü`, { format: 1 }) }),
    owner.address,
    'solana_offchain_v0',
  ],
  ['off-chain, 1,232 bytes', offchain({ challenge: longest }), owner.address, 'solana_offchain_v0'],
  [
    'off-chain, one of two signers',
    offchain({ message: offchainMessage(challenge, two) }),
    owner.address,
    'solana_offchain_v0',
  ],
  [
    'off-chain, an observed signer that the message names',
    offchain({ message: offchainMessage(challenge, two), key: signer, signers: [signer.address] }),
    signer.address,
    'solana_offchain_v0',
  ],
  ['off-chain, legacy', offchain({ message: legacyMessage(challenge) }), owner.address, 'solana_offchain_v0 legacy'],
];
for (const [name, given, by, verifier] of acceptances) {
  test(`verified: ${name}`, () => {
    const stored = storedOf(given);
    assert.equal([stored.provedBy, stored.verifiedBy], [by, `attestry ${verifier}`]);
  });
}

test('one challenge of one signer is one proof, raw or off-chain', () => {
  const usedChallenges = usedChallengesOf([storedOf(raw({}))]);
  const again = { over: { proofId: uuid(901) } };
  for (const given of [raw(again), offchain(again), offchain({ ...again, message: legacyMessage(challenge) })]) {
    assert.match(outcomeOf({ ...given, usedChallenges }), new RegExp(`^challenge: belongs to proof ${uuid(900)}`));
  }
});

test('any changed bit of text, signature or key is refused', () => {
  const bytes = Buffer.from(challenge);
  const signed = base58.decode(signature);
  fc.assert(
    fc.property(fc.nat(1_000_000), (bit) => {
      assert.not(verifyEd25519(signed, withBit(bytes, bit), owner.key));
      assert.not(verifyEd25519(signed, bytes, withBit(owner.key, bit)));
      assert.match(outcomeOf(raw({ evidence: { signature: base58.encode(withBit(signed, bit)) } })), noSignature);
    }),
    { numRuns: runsOf(200) },
  );
});

test('any changed bit of an off-chain message is refused', () => {
  const message = offchainMessage(challenge, two);
  const signed = owner.sign(message);
  fc.assert(
    fc.property(fc.nat(message.length * 8 - 1), (bit) => {
      const given = offchain({ message: withBit(message, bit), evidence: { signature: signed } });
      assert.match(outcomeOf(given), /^evidence\.(?:message|signature): /);
    }),
    { numRuns: runsOf(200) },
  );
});

test.run();
