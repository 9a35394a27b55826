import fc from 'fast-check';
import kafkajs from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../../../infra/errors.ts';
import { gzip, lz4, registerCodecs, snappy, zstd } from '../../../../../infra/log/kafka/client/codecs.ts';
import { kafkaError } from '../../../../../infra/log/kafka/client/errors.ts';
import { UnreadableBatch } from '../../../../../infra/log/kafka/client/unreadable-batch.ts';
import { compressSnappy, decompressSnappy } from '../../../../../infra/log/kafka/client/snappy.ts';
import { runsOf } from '../../../../support/runs.ts';

const codecs = { gzip, snappy, lz4, zstd };

for (const [name, codec] of Object.entries(codecs)) {
  test(`${name}: other bytes are refused`, async () => {
    const error: unknown = await codec.decompress(Buffer.from('not compressed at all, certainly')).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.instance(error, UnreadableBatch);
    assert.is((error as Error).cause, undefined, 'the client would take the cause for the error');
    assert.not.instance(kafkaError(error, 'reading'), RetryableError);
  });

  test(`${name}: bytes survive a round trip`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 2_000 }),
        fc.integer({ min: 1, max: 200 }),
        async (part, times) => {
          const bytes = Buffer.concat(Array.from({ length: times }, () => part));
          assert.ok((await codec.decompress(await codec.compress({ buffer: bytes }))).equals(bytes));
        },
      ),
      { numRuns: runsOf(30) },
    );
  });

  test(`${name}: more than one block`, async () => {
    const bytes = Buffer.alloc(3_000_000, 'abcdefghij');
    assert.ok((await codec.decompress(await codec.compress({ buffer: bytes }))).equals(bytes));
  });
}

test('snappy: a truncated frame is refused, or ends at a block', () => {
  const whole = compressSnappy(Buffer.alloc(100_000, 'abc'));
  const lengths = new Set<number>();
  let refused = 0;
  for (let length = 20; length < whole.length; length += 7) {
    try {
      lengths.add(decompressSnappy(whole.subarray(0, length), 1_000_000).length);
    } catch {
      refused++;
    }
  }
  assert.ok(refused > 100);
  assert.ok([...lengths].every((length) => length % 32_768 === 0 && length < 100_000));
});

test('snappy: decompressed bytes beyond the limit are refused, in one block and in several', () => {
  const whole = compressSnappy(Buffer.alloc(100_000, 'abc'));
  assert.throws(() => decompressSnappy(whole, 99_999));
  assert.throws(() => decompressSnappy(whole, 10));
});

test('kafkajs uses all codecs', async () => {
  registerCodecs();
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  for (const type of [
    CompressionTypes.GZIP,
    CompressionTypes.Snappy,
    CompressionTypes.LZ4,
    CompressionTypes.ZSTD,
  ] as const) {
    const codec = CompressionCodecs[type]() as typeof snappy;
    const bytes = Buffer.from('some text, some text');
    assert.ok((await codec.decompress(await codec.compress({ buffer: bytes }))).equals(bytes));
  }
});

test.run();
