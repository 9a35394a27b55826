import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { murmur2, partitionOf } from '../../../infra/log/murmur2.ts';

/** From the tests of Apache Kafka's clients. */
const vectors: readonly (readonly [key: string, hash: number])[] = [
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
];

for (const [key, hash] of vectors) {
  test(`murmur2 of ${key}`, () => {
    assert.is(murmur2(Buffer.from(key)), hash);
    assert.is(partitionOf(Buffer.from(key), 6), (hash & 0x7fffffff) % 6);
  });
}

test('every key has a partition', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 1_024 }), (key, partitions) => {
      const partition = partitionOf(key, partitions);
      return Number.isInteger(partition) && partition >= 0 && partition < partitions;
    }),
  );
});

test.run();
