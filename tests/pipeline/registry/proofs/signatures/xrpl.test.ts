import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usedChallengesOf } from '../../../../../pipeline/registry/import/used-challenges.ts';
import { xrplSignatureProblem } from '../../../../../pipeline/registry/proofs/signatures/xrpl.ts';
import { fixturePath } from '../../../../support/fixture-path.ts';
import { runsOf } from '../../../../support/runs.ts';
import { uuid } from '../../declarations.ts';
import { outcomeOf, type ProofCase, storedOf, withBit, xrplKey } from '../claims.ts';

const token = 'EUR.rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
const asset = { chain: 'xrpl', address: token, standard: 'token' };
const owner = xrplKey('secp256k1', 7);
const edOwner = xrplKey('ed25519', 7);
const signer = xrplKey('ed25519', 8);
const stranger = xrplKey('secp256k1', 9);
const textFor = ({ address }: typeof owner): string => `Asset: xrpl:0/token:${token}\nAuthority: issuer ${address}`;

interface ProofOptions {
  readonly challenge?: string;
  /** The key of the authority. */
  readonly of?: typeof owner;
  /** The key that signs. */
  readonly key?: typeof owner;
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly over?: Readonly<Record<string, unknown>>;
  readonly asset?: Readonly<Record<string, unknown>>;
  readonly signers?: readonly string[];
}

const proof = (given: ProofOptions): ProofCase => {
  const { of = owner, key = of, challenge = textFor(of), evidence } = given;
  return {
    asset: given.asset ?? asset,
    signers: given.signers ?? [],
    line: {
      authority: { type: 'issuer', address: of.address },
      method: { type: 'signature', scheme: 'xrpl' },
      challenge,
      evidence: { signature: key.sign(challenge), signerPublicKey: key.publicKey, ...evidence },
      provedAt: '2026-01-20T00:00:00Z',
      ...given.over,
    },
  };
};

const challenge = textFor(owner);
const signature = owner.sign(challenge);
const der = Buffer.from(signature, 'hex');
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** r and s of a DER signature, each as DER writes it. */
const [rText, sText] = ((): readonly [string, string] => {
  const length = der[3] ?? 0;
  return [der.subarray(4, 4 + length).toString('hex'), der.subarray(6 + length).toString('hex')];
})();
const numberText = (hex: string): string => `02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
const derText = (r: string, s: string): string => {
  const body = numberText(r) + numberText(s);
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
};
const highS = `00${(order - BigInt(`0x${sText}`)).toString(16).padStart(64, '0')}`;

const withSignature = (text: string): ProofCase => proof({ evidence: { signature: text } });
const withKey = (signerPublicKey: unknown): ProofCase => proof({ evidence: { signerPublicKey } });
const notDer = /^evidence.signature: is not the strict DER encoding of two numbers below the order of secp256k1$/;
const anotherText = /^evidence.signature: is not a signature of this text by this key$/;
const notKey = /^evidence.signerPublicKey: is not 66 hex digits that begin with ED/;

const refusals: readonly (readonly [name: string, given: ProofCase, reason: RegExp])[] = [
  [
    'another key',
    proof({ key: stranger }),
    new RegExp(`is the key of ${stranger.address}, not of ${owner.address} \\(no`),
  ],
  ['a signer that was not observed', proof({ key: signer, signers: [edOwner.address] }), /its observed signers: r/],
  ['an altered text', proof({ challenge: `${challenge} `, evidence: { signature } }), anotherText],
  ['an altered text, Ed25519', proof({ of: edOwner, evidence: { signature: edOwner.sign('x') } }), anotherText],
  ['a high s', withSignature(derText(rText, highS)), /high s value: .* which the XRP Ledger rules out$/],
  ['a number with a needless zero', withSignature(derText(`00${rText.padStart(66, '0')}`, sText)), notDer],
  ['a negative number', withSignature(derText('ff', sText)), notDer],
  ['an empty number', withSignature(derText('', sText)), notDer],
  ['a long form of the length', withSignature(`3081${signature.slice(2)}`), notDer],
  ['a byte after the end', withSignature(`${signature}00`), notDer],
  ['a byte less', withSignature(signature.slice(0, -2)), notDer],
  ['r zero', withSignature(derText('00', sText)), notDer],
  ['r of the order', withSignature(derText(`00${order.toString(16)}`, sText)), notDer],
  ['r and s without DER', withSignature(`${rText.slice(-64)}${sText.slice(-64)}`), notDer],
  [
    'a signature in base64',
    withSignature(der.toString('base64')),
    /^evidence.signature: is not hex digits, two a byte$/,
  ],
  ['a signature with 0x', withSignature(`0x${signature}`), /is not hex digits, two a byte$/],
  ['an odd digit', withSignature(`${signature}0`), /is not hex digits, two a byte$/],
  ['an empty signature', withSignature(''), /is not hex digits, two a byte$/],
  [
    'an Ed25519 signature of 63 bytes',
    proof({ of: edOwner, evidence: { signature: 'ab'.repeat(63) } }),
    /^evidence.signature: has 63 bytes; an Ed25519 signature has 64$/,
  ],
  ['no signature', proof({ evidence: { signature: undefined } }), /^evidence.signature: is missing$/],
  ['no key', withKey(undefined), /^evidence.signerPublicKey: is missing$/],
  ['a key that is no text', withKey([]), /^evidence.signerPublicKey: is no text$/],
  ['an uncompressed key', withKey(`04${'ab'.repeat(64)}`), notKey],
  ['an Ed25519 key without ED', withKey(edOwner.publicKey.slice(2)), notKey],
  ['a key in base58', withKey('aB44YfzW24VDEJQ2UuLPV2PvqcPCSoLnL7y5M1EzhdW4LnK5xMS3'), notKey],
  ['a key that is no point', withKey(`02${'ff'.repeat(32)}`), /^evidence.signerPublicKey: is no point of its curve$/],
  ['an Ed25519 key that is no point', withKey(`ED02${'00'.repeat(31)}`), /is no point of its curve$/],
  ['unknown evidence', proof({ evidence: { message: '' } }), /^evidence.message: unknown member$/],
  [
    'an unknown member of the method',
    proof({ over: { method: { type: 'signature', scheme: 'xrpl', x: 1 } } }),
    /^method.x: unknown member$/,
  ],
  [
    'another key in the method',
    proof({ over: { method: { type: 'signature', scheme: 'xrpl', signer_public_key: stranger.publicKey } } }),
    /^method.signer_public_key: is another key than evidence.signerPublicKey$/,
  ],
  ['no Authority line', proof({ challenge: `Asset: xrpl:0/token:${token}` }), /^challenge: has no line Authority/],
  ['another authority', proof({ challenge: textFor(signer) }), /^challenge: names authority issuer r/],
  ['another asset', proof({ challenge: challenge.replace('EUR', 'USD') }), /^challenge: names asset xrpl:0/],
  [
    'an expired text',
    proof({ challenge: `${challenge}\nValid until: 2026-01-19T00:00:00Z` }),
    /^challenge: expired at/,
  ],
  ['the bytes of a transaction', proof({ challenge: `STX\0${challenge}` }), /^challenge: has the control character/],
  [
    'xrpl on another chain',
    proof({ asset: {}, over: { authority: { type: 'owner', address: `0x${'1'.repeat(40)}` } } }),
    /^method.scheme: xrpl proves control of an XRP Ledger address; the asset is on ethereum$/,
  ],
];
for (const [name, given, reason] of refusals) test(`refused: ${name}`, () => assert.match(outcomeOf(given), reason));

for (const key of [owner, edOwner]) {
  test(`A-69 a proof with a key ${key.publicKey.slice(0, 2)} is stored with the members of its type`, () => {
    const { method, provedBy, verifiedBy } = storedOf(proof({ of: key }));
    assert.equal(
      [method, provedBy, verifiedBy],
      [{ type: 'signature', scheme: 'xrpl', signer_public_key: key.publicKey }, key.address, 'attestry xrpl'],
    );
  });
}

test('an observed signer may prove, and a stored proof imports again', () => {
  const given = proof({ key: signer, signers: [signer.address] });
  const { method, evidence, provedBy } = storedOf(given);
  assert.is(provedBy, signer.address);
  assert.is(outcomeOf({ ...given, line: { ...given.line, method, evidence } }), 'verified');
});

test('hex may be in lower case; that makes no second proof', () => {
  const evidence = { signature: signature.toLowerCase(), signerPublicKey: owner.publicKey.toLowerCase() };
  const stored = storedOf(proof({ evidence }));
  assert.equal(stored.method, { type: 'signature', scheme: 'xrpl', signer_public_key: owner.publicKey });
  assert.equal(stored.evidence, evidence);
  const again = proof({ over: { proofId: uuid(901) } });
  assert.match(outcomeOf({ ...again, usedChallenges: usedChallengesOf([stored]) }), /^challenge: belongs to proof/);
});

interface KeyPair {
  readonly keypair: { readonly publicKey: string };
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

const { secp256k1, ed25519 } = JSON.parse(
  readFileSync(fixturePath('wallet-proofs', 'ripple-keypairs-api.json'), 'utf8'),
) as Readonly<Record<'secp256k1' | 'ed25519', KeyPair>>;

for (const [name, vector] of Object.entries({ secp256k1, ed25519 })) {
  test(`the signature and the address that the ledger's library makes of a key, ${name}`, () => {
    const key = Buffer.from(vector.keypair.publicKey, 'hex');
    assert.is(xrplSignatureProblem(Buffer.from(vector.message), vector.signature, key), null);
    assert.is.not(xrplSignatureProblem(Buffer.from(`${vector.message} `), vector.signature, key), null);
    const over = { authority: { type: 'issuer', address: vector.address } };
    const text = `Asset: xrpl:0/token:${token}\nAuthority: issuer ${vector.address}`;
    const evidence = { signerPublicKey: vector.keypair.publicKey, signature: vector.signature };
    assert.match(outcomeOf(proof({ challenge: text, over, evidence })), anotherText, 'the key has the address');
  });
}

for (const key of [owner, edOwner]) {
  test(`any changed bit of text, signature or key is refused, ${key.publicKey.slice(0, 2)}`, () => {
    const text = textFor(key);
    const good = Buffer.from(key.sign(text), 'hex');
    const publicKey = Buffer.from(key.publicKey, 'hex');
    fc.assert(
      fc.property(fc.nat(1_000_000), (bit) => {
        assert.is.not(xrplSignatureProblem(withBit(Buffer.from(text), bit), good.toString('hex'), publicKey), null);
        const changedSignature = { signature: withBit(good, bit).toString('hex') };
        assert.match(outcomeOf(proof({ of: key, evidence: changedSignature })), /^evidence.signature: /);
        const changedKey = {
          signature: good.toString('hex'),
          signerPublicKey: withBit(publicKey, bit).toString('hex'),
        };
        assert.match(outcomeOf(proof({ of: key, evidence: changedKey })), /^evidence.signerPublicKey: /);
      }),
      { numRuns: runsOf(150) },
    );
  });
}

test.run();
