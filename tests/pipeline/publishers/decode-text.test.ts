import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeText, notText } from '../../../pipeline/publishers/decode-text.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';
import { anyCharacter } from '../../support/any-character.ts';

const reasonOf = (bytes: Uint8Array | string, expected: 'CSV' | 'JSON' | 'XML' = 'CSV'): string | null =>
  notText({ name: 'f', bytes: Buffer.from(bytes) }, expected);

const cases: readonly (readonly [string, Uint8Array | string, 'CSV' | 'JSON' | 'XML', string | null])[] = [
  ['nothing', '', 'CSV', 'f is empty (0 bytes).'],
  ['gzip', new Uint8Array([0x1f, 0x8b, 8]), 'CSV', 'f is compressed with gzip, not CSV.'],
  ['ZIP', 'PK\u0003\u0004', 'JSON', 'f is a ZIP archive, not JSON.'],
  ['PDF', '%PDF-1.4', 'XML', 'f is a PDF document, not XML.'],
  ['UTF-16', Buffer.from('\ufeffa;b', 'utf16le'), 'CSV', 'f is UTF-16 text; this source is published in UTF-8.'],
  ['a NUL byte', 'a\nb\u0000', 'CSV', 'f contains a NUL byte at byte 4 (line 2).'],
  ['XML for CSV', '<?xml version="1.0"?><a/>', 'CSV', 'f is an HTML or XML page, not CSV.'],
  ['XML for XML', '\ufeff<?xml version="1.0"?><a/>', 'XML', null],
  ['a doctype of XML for XML', '<!DOCTYPE a><a/>', 'XML', null],
  ['HTML for XML', ' <!doctype HTML><p>', 'XML', 'f is an HTML page, not XML.'],
  ['CSV', 'a;b\n', 'CSV', null],
];
for (const [name, bytes, expected, reason] of cases) {
  test(`${name}, ${expected} expected`, () => assert.is(reasonOf(bytes, expected), reason));
}

test('a file beyond its limit of bytes is refused before its bytes are read', () => {
  const unread = { length: fileLimits.bytes + 1 } as Buffer;
  const reason = notText({ name: 'f', bytes: unread }, 'CSV');
  assert.match(reason ?? '', /^f has 268435457 bytes; more than 268435456 are not read\. Check that this is the file/);
});

test('the byte that is not UTF-8 is named, wherever it is', () => {
  const line = `${'é€😀x'.repeat(100)}\n`;
  for (const lines of [0, 1, 50, 66, 67, 400]) {
    const bytes = Buffer.concat([
      Buffer.from(line.repeat(lines)),
      Buffer.from('Société', 'latin1'),
      Buffer.from(`\n${line}`),
    ]);
    const reason = 'belongs to another encoding, such as Windows-1252.';
    assert.is(reasonOf(bytes), `f is not UTF-8: byte 0xE9 at line ${lines + 1} ${reason}`);
  }
  assert.match(reasonOf(Buffer.from('é').subarray(0, 1)) ?? '', /byte 0xC3 at line 1/);
});

test('valid UTF-8 is decoded as it is, anything else is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (text) => {
      const decoded = decodeText({ name: 'f', bytes: Buffer.from(`x${text}`) }, 'CSV');
      assert.is(decoded.ok ? decoded.text : `x${text}`, `x${text}`);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), (bytes) => {
      const decoded = decodeText({ name: 'f', bytes: Buffer.from(bytes) }, 'CSV');
      if (decoded.ok)
        assert.is(decoded.text, new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/^\ufeff+/, ''));
    }),
  );
});

test.run();
