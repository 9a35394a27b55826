import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { brotliEnd } from '../../../../api/route/http/brotli-end.ts';

const flushed = (text: string): Buffer =>
  brotliCompressSync(text, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  });
const read = (start: string, end: string): string =>
  brotliDecompressSync(Buffer.concat([flushed(start), brotliEnd(end)])).toString('utf8');

test('a flushed stream is continued by any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1 }), (start, end) => {
      assert.is(read(start, end), start + end);
    }),
  );
});

test('an end has 1 to 65,536 bytes', () => {
  for (const length of [1, 2, 255, 256, 65_535, 65_536]) {
    const end = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
    assert.is(read('{"items":[1,2,3]', end), `{"items":[1,2,3]${end}`, String(length));
  }
  assert.throws(() => brotliEnd(''), RangeError);
  assert.throws(() => brotliEnd('x'.repeat(65_537)), RangeError);
});

test.run();
