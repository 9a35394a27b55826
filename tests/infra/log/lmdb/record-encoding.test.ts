import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decodeRecord,
  type EncodableRecord,
  encodeRecords,
  keyBounds,
  largestSize,
  type StoredRecord,
  timestampOf,
} from '../../../../infra/log/lmdb/record-encoding.ts';

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const headers = fc.dictionary(
  fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
  bytes,
  { maxKeys: 4, noNullPrototype: true },
);
const records: fc.Arbitrary<StoredRecord> = fc.record(
  { timestamp: fc.maxSafeInteger(), key: bytes, value: bytes, headers },
  { noNullPrototype: true },
);

const encodeAll = (given: readonly EncodableRecord[]): readonly Buffer[] =>
  encodeRecords(given, Buffer.alloc(largestSize(given), 0xff), (_, encoded) => encoded);
const encode = (record: EncodableRecord): Buffer => encodeAll([record])[0] ?? Buffer.alloc(0);
const plain: StoredRecord = { timestamp: 0, key: Buffer.from('k'), value: Buffer.from('v'), headers: {} };

test('an unknown layout is refused', () => {
  assert.throws(() => decodeRecord(Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, 0, 0])), /unknown record layout 7/);
  assert.throws(() => decodeRecord(Buffer.alloc(0)), /empty record/);
});

test('a truncated key is refused', () => {
  const encoded = encode({ ...plain, key: Buffer.alloc(20), value: Buffer.alloc(0) });
  assert.throws(() => decodeRecord(encoded.subarray(0, 15)), /cut short/);
  assert.throws(() => decodeRecord(encoded.subarray(0, 9)), /cut short/);
});

test('records decode unchanged, and adjacent bytes stay intact', () => {
  fc.assert(
    fc.property(fc.array(records, { minLength: 1, maxLength: 5 }), (given) => {
      const encoded = encodeAll(given);
      assert.equal(encoded.map(decodeRecord), given);
      assert.equal(
        encoded.map(timestampOf),
        given.map(({ timestamp }) => timestamp),
      );
    }),
  );
});

test('a key given as text is its UTF-8 bytes, and is found in the encoded record', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(texts, (key) => {
      const encoded = encode({ ...plain, key });
      assert.equal(encoded, encode({ ...plain, key: Buffer.from(key) }));
      const { start, end } = keyBounds(encoded);
      assert.equal(encoded.subarray(start, end), Buffer.from(key));
    }),
  );
});

test('a plain record has ten bytes of overhead', () => {
  assert.is(encode(plain).length, 9 + 1 + 1 + 1);
});

test('lengths beyond one varint byte', () => {
  for (const length of [127, 128, 16_383, 16_384, 2_097_152]) {
    const key = Buffer.alloc(length, 1);
    const read = decodeRecord(encode({ ...plain, key }));
    assert.ok(read.key.equals(key));
    assert.equal(read.value, plain.value);
  }
});

test.run();
