import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { base32Lower, hashOf, namespaces, sha256Hex, shortHashOf, uuidV5 } from '../../../schemas/values/hash.ts';

test('sha256 (FIPS 180-4 examples)', () => {
  assert.is(sha256Hex(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.is(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.is(sha256Hex(Buffer.from('abc')), sha256Hex('abc'));
});

/** RFC 4648, section 10, in lower case and without padding. */
const base32: readonly (readonly [text: string, encoded: string])[] = [
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
];
for (const [text, encoded] of base32) {
  test(`base32 of "${text}"`, () => assert.is(base32Lower(Buffer.from(text)), encoded));
}

test('base32 keeps every bit', () => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const bits = Array.from(base32Lower(bytes), (letter) =>
        alphabet.indexOf(letter).toString(2).padStart(5, '0'),
      ).join('');
      const expected = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      return bits.startsWith(expected) && /^0{0,4}$/.test(bits.slice(expected.length));
    }),
  );
});

test('version 5 UUIDs (RFC 9562, appendix A.4)', () => {
  assert.is(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('a UUID has version 5 and the standard variant, and depends on namespace and name', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), fc.string(), (one, other, name) => {
      const uuid = uuidV5(one, name);
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.is(uuidV5(one, name) === uuidV5(other, name), one === other);
      assert.is.not(uuidV5(one, `${name}x`), uuid);
    }),
  );
});

test('the namespaces never change, because existing ids depend on them', () => {
  assert.is(new Set(Object.values(namespaces)).size, Object.keys(namespaces).length);
  for (const [member, name] of [
    ['impact', 'impact'],
    ['watchItem', 'watch-item'],
  ] as const) {
    assert.is(namespaces[member], uuidV5('6ba7b811-9dad-11d1-80b4-00c04fd430c8', `attestry:${name}`));
  }
});

test('hashes are of the canonical form: the order of members does not matter, their kind does', () => {
  assert.is(hashOf({ a: 1, b: [2] }), hashOf({ b: [2], a: 1 }));
  assert.is(hashOf({ a: 1 }), sha256Hex('{"a":1}'));
  const distinct = [null, 0, '', false, [], {}, '0', 'null', [null]];
  assert.is(new Set(distinct.map(hashOf)).size, distinct.length);
  assert.is(new Set(distinct.map(shortHashOf)).size, distinct.length);
});

test('short hashes are the first 130 bits', () => {
  const short = shortHashOf({ a: 1 });
  assert.is(short.length, 26);
  assert.ok(base32Lower(Buffer.from(hashOf({ a: 1 }), 'hex')).startsWith(short));
});

test.run();
