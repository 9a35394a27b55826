/** Small alterations of bytes, as JSON: places are shares of the length, so that an edit fits any file. */
import fc from 'fast-check';

export type Edit =
  | { readonly op: 'put' | 'insert'; readonly at: number; readonly text: string; readonly times: number }
  | { readonly op: 'byte'; readonly at: number; readonly byte: number }
  | { readonly op: 'cut'; readonly at: number; readonly bytes: number }
  | { readonly op: 'end'; readonly at: number }
  | { readonly op: 'copy'; readonly at: number; readonly bytes: number; readonly to: number };

/** Places are in millionths of the length. */
const whole = 1_000_000;
const place = fc.oneof(fc.integer({ min: 0, max: whole }), fc.constantFrom(0, whole, whole - 1));
const length = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) },
  { weight: 2, arbitrary: fc.integer({ min: 9, max: 4_096 }) },
);

/** Texts that mean something to a reader of CSV, XML, JSON, UTF-8 or numbers, in latin1. */
const tokens: readonly string[] = [
  ...['"', '""', ',', ';', '\t', '\r', '\n', '\r\n', '\0', '\u00ef\u00bb\u00bf', ' ', '\u00a0', "'", '\\', '|'],
  ...['<', '>', '</', '/>', '&', '&amp;', '&#0;', '&#x110000;', '&x;', ']]>', '<![CDATA[', '<!--', '-->', '<?xml?>'],
  ...['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '<a xmlns="x">', ' xmlns:a="b"', '="', "='"],
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    'null',
    'true',
    '-',
    '1e999',
    '0',
    '99999999999999999999',
    '\\u0000',
    '\\ud800',
    '__proto__',
  ],
  ...[
    '\u00ff',
    '\u00c3',
    '\u00ed\u00a0\u0080',
    '\u00f4\u0090\u0080\u0080',
    '\u00e2\u0080\u00ae',
    '\u00ff\u00fe',
    '\u001b[2J',
  ],
  ...['9999-99-99', '2026-02-30', '0x', 'http://a/', 'eip155:1:0x'],
];

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.oneof(
    fc.record({ op: fc.constant('byte' as const), at: place, byte: fc.integer({ min: 0, max: 255 }) }),
    fc.record({
      op: fc.constantFrom('put' as const, 'insert' as const),
      at: place,
      text: fc.constantFrom(...tokens),
      times: fc.oneof(
        { weight: 9, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 2, max: 70_000 }) },
      ),
    }),
    fc.record({ op: fc.constant('cut' as const), at: place, bytes: length }),
    fc.record({ op: fc.constant('end' as const), at: place }),
    fc.record({ op: fc.constant('copy' as const), at: place, bytes: length, to: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

export const edited = (bytes: Buffer, all: readonly Edit[]): Buffer => all.reduce(apply, bytes);

/** Whether the edits only take bytes away from the end. */
export const onlyEnds = (all: readonly Edit[]): boolean => all.every(({ op }) => op === 'end');

function apply(bytes: Buffer, edit: Edit): Buffer {
  const index = (share: number): number => Math.floor((share * bytes.length) / whole);
  const at = index(edit.at);
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (edit.op) {
    case 'byte': {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = edit.byte;
      return copy;
    }
    case 'put':
    case 'insert': {
      const text = Buffer.from(edit.text.repeat(edit.times), 'latin1');
      return Buffer.concat([head, text, edit.op === 'put' ? tail.subarray(text.length) : tail]);
    }
    case 'cut':
      return Buffer.concat([head, tail.subarray(edit.bytes)]);
    case 'end':
      return Buffer.from(head);
    case 'copy': {
      const to = index(edit.to);
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at, at + edit.bytes), bytes.subarray(to)]);
    }
  }
}
