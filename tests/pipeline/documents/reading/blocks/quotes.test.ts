import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quoteOf, sentencesOf } from '../../../../../pipeline/documents/reading/blocks/quotes.ts';

const test = suite('quotes and sentences');
const place = 'html:p@0-1';
const texts = (text: string, isClosed = true): readonly string[] =>
  sentencesOf({ text, place }, isClosed).map((sentence) => sentence.text);

const cases: readonly (readonly [name: string, text: string, sentences: readonly string[]])[] = [
  ['two sentences', 'It is law. The law is Irish.', ['It is law.', 'The law is Irish.']],
  ['an abbreviation', 'Sold by Acme Inc. Zurich only. It is done.', ['Sold by Acme Inc. Zurich only.', 'It is done.']],
  ['an initial', 'Signed by A. Smith. It is done.', ['Signed by A. Smith.', 'It is done.']],
  ['a decimal', 'The fee is 0.10 percent.', ['The fee is 0.10 percent.']],
  ['a quotation', 'He wrote “no.” It is done.', ['He wrote “no.”', 'It is done.']],
  [
    'a list',
    'These apply: ● Tokens are locked. ● Tokens are burned.',
    ['These apply:', '● Tokens are locked.', '● Tokens are burned.'],
  ],
  ['no end', 'The law of Ireland', ['The law of Ireland']],
  ['nothing', '  ', []],
];
for (const [name, text, sentences] of cases) test(`sentences: ${name}`, () => assert.equal(texts(text), sentences));

test('the rest of a text that may go on is not whole', () => {
  const [first, rest] = sentencesOf({ text: 'It is law. It is governed by', place }, false);
  assert.ok(first?.isWhole);
  assert.not(rest?.isWhole);
});

test('sentences are slices of the text, in order, and nothing but space is between them', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '“', '”', '1', ':', ';', 'Inc', '●') }),
      (text) => {
        let at = 0;
        for (const sentence of texts(text)) {
          const found = text.indexOf(sentence, at);
          assert.ok(found >= 0 && text.slice(at, found).trim() === '');
          at = found + sentence.length;
        }
        assert.is(text.slice(at).trim(), '');
      },
    ),
  );
});

test('a quote is the begin of the text, at most 400 characters, cut after a word', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 80 }), (words) => {
      const text = words.join(' ').toWellFormed();
      const quote = quoteOf(text);
      assert.ok(quote.length <= 400);
      assert.ok(text.trim().startsWith(quote));
    }),
  );
  assert.is(quoteOf('word '.repeat(200)).length, 399);
});

test('a sentence of more than 2,000 characters is cut into parts that share text, none of which is whole', () => {
  const text = `Reserve assets ${'and '.repeat(1_200)}shall not be pledged.`;
  const parts = sentencesOf({ text, place: '' }, true);
  assert.ok(parts.length > 1 && parts.every((part) => part.text.length <= 2_000 && !part.isWhole));
  assert.ok(parts.every((part) => text.includes(part.text)));
  assert.ok(text.endsWith(parts.at(-1)?.text ?? '-'));
  assert.is(sentencesOf({ text: `${'a'.repeat(1_999)}.`, place: '' }, true)[0]?.isWhole, true);
});

test.run();
