import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeSlab } from '../../../infra/log/slabs.ts';

const mebibyte = 2 ** 20;

test('a released slab serves the next append that fits, and only one at a time', () => {
  const first = takeSlab(1_000);
  const second = takeSlab(1_000);
  assert.is.not(first.bytes.buffer, second.bytes.buffer);
  first.release();
  const third = takeSlab(900);
  const fourth = takeSlab(900);
  assert.is(third.bytes, first.bytes);
  assert.is.not(fourth.bytes.buffer, first.bytes.buffer);
});

test('a slab has at least the size, and one above a mebibyte is not retained', () => {
  takeSlab(2_000).release();
  assert.ok(takeSlab(3_000).bytes.length >= 3_000);
  const large = takeSlab(mebibyte + 1);
  large.release();
  assert.is.not(takeSlab(10).bytes, large.bytes);
});

test.run();
