import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { slabEncoder } from '../../../../infra/log/lmdb/slab-encoder.ts';

/** As lmdb reads: one buffer for all values, whose `length` is that of the value. */
function reused() {
  const bytes = Buffer.alloc(100_000);
  Object.defineProperty(bytes, 'length', { value: 0, writable: true });
  return (size: number, fill: number): Buffer => {
    new Uint8Array(bytes.buffer, bytes.byteOffset, 100_000).fill(fill);
    Object.assign(bytes, { length: size });
    return bytes;
  };
}

test('values keep their bytes while later ones are read, in this allocation and in the next ones', () => {
  const { decode } = slabEncoder();
  const read = reused();
  const sizes = [0, 1, 300, 8 * 1024, 8 * 1024 + 1, 64 * 1024, 90_000];
  const values = Array.from({ length: 500 }, (_, at) => {
    const size = sizes[at % sizes.length] ?? 0;
    return { size, fill: at % 251, value: decode(read(size, at % 251)) };
  });
  for (const { size, fill, value } of values) {
    assert.is(value.length, size);
    assert.ok(value.every((byte) => byte === fill));
  }
});

test('a value is written as it is', () => {
  const value = Buffer.from('value');
  assert.is(slabEncoder().encode(value), value);
});

test.run();
