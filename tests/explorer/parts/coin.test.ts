/** A ticker in place of a logo. */
import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Coin } from '../../../explorer/parts/coin.tsx';

const cases: readonly (readonly [symbol: string, shown: string, isLong: boolean])[] = [
  ['', '(blank)', false],
  ['EUR', 'EUR', false],
  ['PYUSDX0', 'PYUSDX', true],
  // Six units of UTF-16 end within the second of these.
  ['12345💶', '12345💶', true],
  ['💶💶💶💶', '💶💶💶💶', false],
  ['e\u0301'.repeat(8), 'e\u0301'.repeat(6), true],
  ['W'.repeat(100_000), 'WWWWWW', true],
];

for (const [symbol, shown, isLong] of cases) {
  test(`of “${symbol.slice(0, 20)}” the coin has “${shown}”`, () => {
    const html = renderToString(Coin({ symbol }));
    assert.is(html.replaceAll(/<[^>]*>/g, ''), shown);
    assert.is(html.includes('data-long'), isLong);
    assert.not.match(html, /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });
}

test.run();
