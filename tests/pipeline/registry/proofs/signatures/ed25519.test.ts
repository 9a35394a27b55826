import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isEd25519Key, verifyEd25519 } from '../../../../../pipeline/registry/proofs/signatures/ed25519.ts';
import { xrplSignatureProblem } from '../../../../../pipeline/registry/proofs/signatures/xrpl.ts';
import { fixturePath } from '../../../../support/fixture-path.ts';

interface Group {
  readonly publicKey: { readonly pk: string };
  readonly tests: readonly {
    readonly tcId: number;
    readonly comment: string;
    readonly flags: readonly string[];
    readonly msg: string;
    readonly sig: string;
    readonly result: 'valid' | 'invalid';
  }[];
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const { testGroups } = JSON.parse(readFileSync(fixturePath('wallet-proofs', 'ed25519_test.json'), 'utf8')) as {
  readonly testGroups: readonly Group[];
};

test('Ed25519 verifies what the vectors call valid, and nothing else', () => {
  let count = 0;
  for (const { publicKey, tests } of testGroups) {
    const key = bytesOf(publicKey.pk);
    for (const { tcId, comment, flags, msg, sig, result } of tests) {
      const name = `${tcId} ${flags.join()} ${comment}`;
      const signature = bytesOf(sig);
      if (signature.length === 64) {
        assert.is(verifyEd25519(signature, bytesOf(msg), key), result === 'valid', name);
      } else assert.is(result, 'invalid', name);
      // On the XRP Ledger the length is checked, too.
      const problem = xrplSignatureProblem(bytesOf(msg), sig, Buffer.concat([Buffer.of(0xed), key]));
      assert.is(problem === null, result === 'valid', name);
      count += 1;
    }
  }
  assert.is(count, 151);
});

/** Encodings of points whose order divides 8, the last two in a form that is not canonical. */
const smallOrder = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ee${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
];

test('no text verifies with a key of small order', () => {
  for (const key of smallOrder) {
    for (const r of smallOrder) {
      const signature = bytesOf(`${r}${'00'.repeat(32)}`);
      for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
        assert.not(verifyEd25519(signature, Buffer.from(text), bytesOf(key)), `${key} ${r}`);
      }
    }
  }
});

test('a key is a canonical point', () => {
  assert.ok(isEd25519Key(bytesOf(testGroups[0]?.publicKey.pk ?? '')));
  for (const key of [`ee${'ff'.repeat(30)}7f`, `02${'00'.repeat(31)}`]) assert.not(isEd25519Key(bytesOf(key)), key);
});

test.run();
