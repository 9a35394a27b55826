/** One form of texts: quick for most of them, the same for all. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plainForm } from '../../../../../pipeline/documents/reading/notation/words.ts';
import { unicodeForm } from '../../../../../schemas/values/unicode-form.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const test = suite('words of texts');

/** Every replacement, one after the other, over every text. */
const slowly = (text: string): string =>
  unicodeForm(text, 'NFKC')
    .replaceAll(/[‘’‛′`]/g, "'")
    .replaceAll(/[“”„‟″]/g, '"')
    .replaceAll(/[‐‑‒–—―]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=\p{Ll})- (?=\p{Ll})/gu, '');

const parts = [
  'a',
  'B',
  'ﬁ',
  ' ',
  '  ',
  '\n',
  '\t ',
  '\u00a0',
  ' \u2003',
  '-',
  '–',
  '- ',
  '‑\n',
  '`',
  '’',
  '“',
  '″',
  'é',
  'e\u0301',
];

test('a text has the form that all replacements give', () => {
  for (const unit of [fc.constantFrom(...parts), fc.string({ unit: anyCharacter, maxLength: 3 })])
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (some) => {
        const text = some.join('');
        assert.is(plainForm(text), slowly(text));
      }),
    );
});

const cases: readonly (readonly [text: string, plain: string])[] = [
  ['the  re-\nserve', 'the reserve'],
  ['a – b', 'a - b'],
  ['U.S.- based', 'U.S.- based'],
  ['`so`', "'so'"],
  ['“so”\u00a0it', '"so" it'],
];
for (const [text, plain] of cases) test(text, () => assert.is(plainForm(text), plain));

test.run();
