import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keepBody } from '../../../../api/route/known/kept-body.ts';

/** Bytes that stay in memory with these. */
const retained = (parts: readonly Buffer[]): number => {
  const slabs = new Set(parts.map(({ buffer }) => buffer));
  return [...slabs].reduce((sum, { byteLength }) => sum + byteLength, 0);
};

// A buffer below 4 KiB is a slice of one of 8 KiB, and what zlib returns may be one of 16 KiB.
for (const length of [40, 1_500, 3_000, 5_000, 200_000]) {
  test(`a body of ${length} bytes takes the memory that it counts, compressed too`, async () => {
    const body = keepBody(Buffer.from(JSON.stringify('a body '.repeat(length)).slice(0, length)), undefined);
    assert.is(retained(body.plain()), length);
    assert.is(body.size(), length);
    const packed = await body.answer().encoded?.('br');
    assert.is(body.isCompressible, packed !== undefined);
    assert.is(retained([...body.plain(), ...(body.packed() ?? [])]), body.size());
  });
}

test.run();
