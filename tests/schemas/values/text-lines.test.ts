import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textLines } from '../../../schemas/values/text-lines.ts';

test('lines are those between line feeds', () => {
  const part = fc.constantFrom('a', '\n', '\r\n', ' ', 'é');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      assert.equal([...textLines(text)], text.split('\n'));
    }),
  );
});

test('a text is cut as its lines are read', () => {
  const lines = textLines('\n'.repeat(1_000_000));
  assert.is(lines.next().value, '');
  assert.is(lines.next().done, false);
});

test.run();
