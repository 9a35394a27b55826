import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { linksOfReading, textOfReading } from '../../../../../pipeline/documents/reading/blocks/reading-text.ts';

const html =
  '<main><h1>Terms</h1><p>Holders may <a href="/redeem">redeem</a>.</p>' +
  '<div class="carousel x"><p>Quote of the day</p><a href="/quote">more</a></div><p>End</p></main>';

test('the text and links of a page, with and without a removed part', async () => {
  const { reading } = await readBytes(Buffer.from(html), { class: null, charset: null });
  assert.is(textOfReading(reading, []), 'Terms\nHolders may redeem.\nQuote of the day\nmore\nEnd');
  assert.equal(linksOfReading(reading, []), ['/redeem', '/quote']);
  assert.is(textOfReading(reading, ['.carousel']), 'Terms\nHolders may redeem.\nEnd');
  assert.equal(linksOfReading(reading, ['.carousel']), ['/redeem']);
  assert.is(textOfReading(reading, ['.other', 'main > p']), 'Terms\nQuote of the day\nmore');
});

test('members of JSON are text with their place', async () => {
  const { reading } = await readBytes(Buffer.from('{"a":{"b":1}}'), { class: null, charset: null });
  assert.is(textOfReading(reading, []), '/a/b 1');
});

test.run();
