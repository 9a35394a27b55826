import { keccak_256 } from '@noble/hashes/sha3.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasCodeHash } from '../../../../../pipeline/chain/evm/code/code-hash.ts';

const hashOf = (code: Buffer): string => `0x${Buffer.from(keccak_256(code)).toString('hex')}`;
const [code, other] = [Buffer.from('6001600255', 'hex'), Buffer.from('6001600256', 'hex')];

test('other code than that of a hash is refused before the code of the hash was seen, and after it', () => {
  assert.not.ok(hasCodeHash(other, hashOf(code)));
  assert.ok(hasCodeHash(code, hashOf(code)));
  assert.ok(hasCodeHash(Buffer.from(code), hashOf(code)));
  assert.not.ok(hasCodeHash(other, hashOf(code)));
  assert.not.ok(hasCodeHash(Buffer.alloc(0), hashOf(code)));
  assert.ok(hasCodeHash(code, hashOf(code)));
});

test('a hash of another form is refused, also once the code was seen', () => {
  assert.ok(hasCodeHash(code, hashOf(code)));
  for (const hash of ['', hashOf(code).slice(2), hashOf(code).toUpperCase()]) assert.not.ok(hasCodeHash(code, hash));
});

test.run();
