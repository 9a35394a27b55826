import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findQuote, type QuoteFound } from '../../../../cli/verify/explain/find-quote.ts';

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const cases: readonly (readonly [string, string, Buffer, QuoteFound])[] = [
  ['as it is', 'pays at par', Buffer.from('The issuer pays at par.'), 'found'],
  ['another word', 'pays at part', Buffer.from('The issuer pays at par.'), 'not_found'],
  ['across lines', 'pays at par', Buffer.from('The issuer pays\r\n\t at par.'), 'found'],
  ['quotation marks doubled by CSV', 'a "b" c', Buffer.from('x,"a ""b"" c",y'), 'found'],
  ['escaped by JSON', 'a "b"\tc', Buffer.from(JSON.stringify({ text: 'a "b"\tc' })), 'found'],
  ['references of XML', 'A & B <C>', Buffer.from('<name>A &amp; B &lt;C&gt;</name>'), 'found'],
  ['quotation marks as references', `"A" & 'B'`, Buffer.from('<name a="&quot;A&quot; &amp; &apos;B&apos;"/>'), 'found'],
  ['composed and decomposed letters', 'Sociéte\u0301', Buffer.from('Socie\u0301té'), 'found'],
  ['Windows letters', 'Société', Buffer.from('Soci\xe9t\xe9', 'latin1'), 'found'],
  ['Windows quotes', 'the “Issuer”', Buffer.from('the \x93Issuer\x94', 'latin1'), 'found'],
  ['UTF-16', 'Société', utf16('<a>Société</a>'), 'found'],
  ['PDF', 'par', Buffer.from('%PDF-1.7 par'), 'not_text'],
  ['ZIP', 'par', Buffer.from('PK\x03\x04 par'), 'not_text'],
  ['gzip', 'par', Buffer.from([0x1f, 0x8b, 8, 0]), 'not_text'],
  ['bytes that are no text', 'par', Buffer.from('a\0par'), 'not_text'],
  ['nothing at all', 'par', Buffer.alloc(0), 'not_found'],
];

for (const [name, quote, bytes, expected] of cases) {
  test(`a quote and ${name}: ${expected}`, () => assert.is(findQuote(quote, bytes), expected));
}

test.run();
