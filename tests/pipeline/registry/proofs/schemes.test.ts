import { base58 } from '@scure/base';
import { signTyped } from 'micro-eth-signer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shapeOf } from '../../../../api/route/answers/shape-answer.ts';
import { presentToken } from '../../../../api/readmodel/resources/tokens/present.ts';
import { tokenRecord } from '../../../../api/readmodel/resources/tokens/schema.ts';
import { exportLines } from '../../../../pipeline/registry/export.ts';
import type { ProofMethod } from '../../../../schemas/facts.ts';
import { chainBySlug } from '../../../../schemas/values/chains.ts';
import { at, authority, declared, declaredParty, fold, proof, recordsIn } from '../../changes/builders.ts';
import { caip19, personalSign, testKey, tokenAddress, uuid } from '../declarations.ts';
import { outcomeOf, type ProofCase, solanaKey, storedOf, xrplKey } from './claims.ts';

const evmKey = testKey(7);
const solKey = solanaKey(7);
const ledgerKey = xrplKey('secp256k1', 7);
const ethereum = { chain: 'ethereum', address: tokenAddress, standard: 'erc20' };
const solana = { chain: 'solana', address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', standard: 'token' };
const xrpl = { chain: 'xrpl', address: 'EUR.rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH', standard: 'token' };

type Asset = typeof ethereum;
const caip2Of = ({ chain }: Asset): string => chainBySlug(chain)?.caip2 ?? '';
const textOf = (asset: Asset, owner: string): string =>
  `Asset: ${caip2Of(asset)}/${asset.standard}:${asset.address}\nAuthority: owner ${owner}`;

const typed = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Proof: ['asset', 'authority'].map((name) => ({ name, type: 'string' })),
  },
  primaryType: 'Proof',
  domain: { name: 'Attestry' },
  message: { asset: caip19, authority: `owner ${evmKey.address}` },
} as const;

const body = Buffer.from(textOf(solana, solKey.address));
const offchain = Buffer.concat([
  Buffer.from('\xffsolana offchain\0', 'latin1'),
  Buffer.alloc(32),
  Buffer.of(0, 1),
  solKey.key,
  Buffer.of(body.length, 0),
  body,
]);

interface Scheme {
  readonly asset: Asset;
  readonly owner: string;
  readonly challenge?: string;
  readonly evidence: Readonly<Record<string, string>>;
  readonly method: ProofMethod;
}

const ofScheme = (scheme: string): ProofMethod => ({ type: 'signature', scheme });
const schemes: readonly Scheme[] = [
  {
    asset: ethereum,
    owner: evmKey.address,
    evidence: { signature: personalSign(textOf(ethereum, evmKey.address), evmKey.secret) },
    method: ofScheme('eip191'),
  },
  {
    asset: ethereum,
    owner: evmKey.address,
    challenge: JSON.stringify(typed),
    evidence: { signature: signTyped(typed as unknown as Parameters<typeof signTyped>[0], evmKey.secret, false) },
    method: ofScheme('eip712'),
  },
  {
    asset: solana,
    owner: solKey.address,
    evidence: { signature: solKey.sign(body) },
    method: ofScheme('solana_raw'),
  },
  {
    asset: solana,
    owner: solKey.address,
    evidence: { message: base58.encode(offchain), signature: solKey.sign(offchain) },
    method: ofScheme('solana_offchain_v0'),
  },
  {
    asset: xrpl,
    owner: ledgerKey.address,
    evidence: {
      signature: ledgerKey.sign(textOf(xrpl, ledgerKey.address)),
      signerPublicKey: ledgerKey.publicKey,
    },
    method: { type: 'signature', scheme: 'xrpl', signer_public_key: ledgerKey.publicKey },
  },
];

const caseOf = ({ asset, owner, challenge = textOf(asset, owner), evidence, method }: Scheme): ProofCase => ({
  asset,
  line: {
    authority: { type: 'owner', address: owner },
    method: { type: method.type, scheme: 'scheme' in method ? method.scheme : '' },
    challenge,
    evidence,
    provedAt: '2026-01-20T00:00:00Z',
  },
});

for (const scheme of schemes) {
  const { asset, owner, method } = scheme;
  const name = 'scheme' in method ? method.scheme : '';

  test(`A-69 a proof by ${name} verifies its authority and is served with the members of its type`, () => {
    const { outputs } = fold();
    outputs(declaredParty(at('2026-01-01')), declared(at('2026-01-02'), asset));
    const observed = authority(at('2026-01-03'), { address: owner });
    outputs({ ...observed, sourceKey: `chain:${caip2Of(asset)}` });
    const [record] = recordsIn(outputs(proof(at('2026-01-21'), storedOf(caseOf(scheme))))).slice(-1);
    const chain = chainBySlug(asset.chain);
    if (record === undefined || chain === undefined) throw new Error('no record');
    assert.equal(
      record.authorities.map(({ address, verified }) => [address, verified]),
      [[owner, true]],
    );
    const served = shapeOf(tokenRecord)(presentToken({ record, chain }));
    assert.equal((served as { readonly verifications: unknown }).verifications, [
      {
        id: uuid(900),
        method,
        proved_at: '2026-01-20T00:00:00.000Z',
        authority: { type: 'owner', address: owner },
        verified_by: `attestry ${name}`,
      },
    ]);
  });

  test(`a proof by ${name} exports, and imports again as the same`, () => {
    const stored = storedOf(caseOf(scheme));
    const [text = ''] = exportLines({ parties: [], assets: [], proofs: [{ assetId: uuid(101), proof: stored }] });
    const line = JSON.parse(text) as ProofCase['line'];
    assert.equal(storedOf({ asset, line }), stored);
  });
}

test('a proof of one chain does not prove on another with the same text', () => {
  for (const one of schemes) {
    for (const other of schemes.filter(({ asset }) => asset !== one.asset)) {
      const given = { ...caseOf({ ...other, evidence: one.evidence, method: one.method }) };
      assert.match(outcomeOf(given), /^method.scheme: .* proves control of an? \w+/);
    }
  }
});

test.run();
