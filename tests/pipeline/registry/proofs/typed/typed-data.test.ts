import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { recoverEip712 } from '../../../../../pipeline/registry/proofs/signatures/eip712.ts';
import { typedDigest } from '../../../../../pipeline/registry/proofs/typed/typed-digest.ts';
import { readTypedData, typedDataId } from '../../../../../pipeline/registry/proofs/typed/typed-data.ts';
import { fixturePath } from '../../../../support/fixture-path.ts';
import { runsOf } from '../../../../support/runs.ts';
import { testKey } from '../../declarations.ts';

interface Vector {
  readonly name: string;
  readonly domain: unknown;
  readonly primaryType: string;
  readonly types: unknown;
  readonly data: unknown;
  readonly digest: string;
  readonly signature?: string;
}

const vectors = JSON.parse(
  readFileSync(fixturePath('wallet-proofs', 'eip712-typed-data.ethers.json'), 'utf8'),
) as readonly Vector[];
const key = testKey(7);

/** The signature of a digest, made without the code that hashes typed data. */
function signatureOf(digest: string): string {
  const bytes = secp256k1.sign(Buffer.from(digest.slice(2), 'hex'), key.secret, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}${(27 + (bytes[0] ?? 0)).toString(16)}`;
}

test('typed data has the digest of the vectors', () => {
  const ids = new Set<string>();
  for (const { name, domain, primaryType, types, data: message, digest } of vectors) {
    const read = readTypedData(JSON.stringify({ types, domain, primaryType, message }));
    if (typeof read === 'string') throw new Error(`${name}: ${read}`);
    assert.equal(recoverEip712(read, signatureOf(digest)), { address: key.address }, name);
    assert.is(`0x${Buffer.from(typedDigest(read)).toString('hex')}`, digest, name);
    ids.add(typedDataId(read));
  }
  assert.is(ids.size, new Set(vectors.map(({ digest }) => digest)).size, 'one id a digest');
});

test('the signature of the example of EIP-712 is by its account', () => {
  const vector = vectors.find(({ signature }) => signature !== undefined);
  if (vector === undefined) throw new Error('no vector has a signature');
  const { domain, primaryType, types, data: message, signature = '' } = vector;
  const read = readTypedData(JSON.stringify({ types, domain, primaryType, message }));
  if (typeof read === 'string') throw new Error(read);
  assert.equal(recoverEip712(read, signature), { address: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' });
});

const typeName = fc.constantFrom(
  'A',
  'B',
  'string',
  'uint8',
  'int',
  'bytes',
  'bytes4',
  'bool',
  'address',
  'A[]',
  'B[2]',
);
const struct = fc.array(fc.record({ name: fc.constantFrom('a', 'b', '__proto__', 'constructor'), type: typeName }), {
  maxLength: 3,
});
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({ a: fc.jsonValue({ maxDepth: 1 }), b: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] }),
);
const signature = `0x${'11'.repeat(64)}1b`;

test('whatever the typed data, it is read or refused in a sentence', () => {
  let readable = 0;
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('A', 'B', 'EIP712Domain'), struct),
      fc.oneof(fc.constant({ name: 'x' }), value),
      value,
      (types, domain, message) => {
        const read = readTypedData(JSON.stringify({ types, domain, primaryType: 'A', message }));
        if (typeof read === 'string') {
          assert.match(read, /^is not EIP-712 typed data: \S/);
          return;
        }
        readable += 1;
        const recovered = recoverEip712(read, signature);
        assert.ok('address' in recovered || recovered.path === 'evidence.signature');
        assert.match(typedDataId(read), /^[0-9a-f]{64}$/);
      },
    ),
    { numRuns: runsOf(2_000), examples: [[{ A: [{ name: 'a', type: 'int' }] }, { name: 'x' }, { a: 1 }]] },
  );
  assert.ok(readable > 0);
});

test.run();
