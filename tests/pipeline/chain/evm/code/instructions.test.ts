import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { instructionsOf, pushedAt, pushedText } from '../../../../../pipeline/chain/evm/code/instructions.ts';
import { runsOf } from '../../../../support/runs.ts';

const push0 = 0x5f;
const pushes = fc
  .tuple(fc.integer({ min: push0, max: 0x7f }), fc.uint8Array({ maxLength: 40 }))
  .map(([opcode, data]) => Buffer.from([opcode, ...data]));

test('a push has the bytes behind it, and zeros behind the end of the code, however often it is run', () => {
  fc.assert(
    fc.property(pushes, fc.uint8Array({ maxLength: 5 }), (push, before) => {
      const code = Buffer.concat([before, push]);
      const size = push.readUInt8(0) - push0;
      const whole = Buffer.concat([push.subarray(1), Buffer.alloc(size)]).subarray(0, size);
      const expected = size === 0 ? 0n : BigInt(`0x${whole.toString('hex')}`);
      assert.is(pushedAt(code, before.length), expected);
      assert.is(pushedAt(code, before.length), expected);
    }),
    { numRuns: runsOf(200) },
  );
});

test('instructions and what they push are all of the code', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const code = Buffer.from(bytes);
      const texts = [...instructionsOf(code)].map(
        (one) => `${one.opcode.toString(16).padStart(2, '0')}${pushedText(code, one)}`,
      );
      assert.is(texts.join(''), code.toString('hex'));
    }),
    { numRuns: runsOf(200) },
  );
});

test.run();
