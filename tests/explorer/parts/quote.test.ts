/** Passages of others: nothing in them hides, turns the text around them, or covers the lines beside them. */
import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Quote, Quoted } from '../../../explorer/parts/quote.tsx';

const pile = `Z${'\u0351'.repeat(60)}`;
const cases: readonly (readonly [name: string, text: string, shown: string])[] = [
  ['plain', 'Fee: 0.10 %, <b> & x', 'Fee: 0.10 %, &lt;b> &amp; x'],
  ['turned', 'not 12\u202e \u2066x', 'not 12U+202E U+2066x'],
  ['invisible', 'pay\u200bpal\u00ad', 'payU+200BpalU+00AD'],
  ['in a pile', pile, `Z${'\u0351'.repeat(5)}+55 marks`],
  ['of scripts with joiners', 'می‌خواهم', 'می‌خواهم'],
];
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
const quotesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<blockquote[^>]*>(.*?)<\/blockquote>/gs)].map(([, text = '']) => textOf(text));

for (const [name, text, shown] of cases) {
  test(`a quote shows a text that is ${name}`, () => {
    assert.equal(quotesIn(renderToString(Quoted({ text }) ?? Quote({ before: null, after: null }))), [shown]);
  });
  test(`a comparison shows a text that is ${name}, in its pieces and in full`, () => {
    const html = renderToString(Quote({ before: 'The same. Other.', after: `The same. ${text}` }));
    const [pieces, ...whole] = quotesIn(html);
    assert.match(pieces ?? '', shown);
    assert.equal(whole, ['The same. Other.', `The same. ${shown}`]);
  });
}

test('texts that differ in a character that cannot be seen differ on the page', () => {
  const [pieces] = quotesIn(renderToString(Quote({ before: 'the issuer Acme', after: 'the issuer Ac\u200bme' })));
  assert.is(pieces, 'the issuer removed: Acmeadded: AcU+200Bme');
});

test('no quote is no element', () => assert.is(Quoted({ text: null }), null));

test.run();
