/** Readings of a supply as a curve. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SupplyCurve } from '../../../explorer/parts/supply.tsx';
import { type PlottedSupply, supplyPlot, supplyPlotSize } from '../../../explorer/plots/supply.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

const first = Date.UTC(2026, 0, 1);
const readings = (...amounts: readonly number[]): readonly PlottedSupply[] =>
  amounts.map((amount, day) => ({ at: first + day * dayMs, amount, text: `${amount} TK1` }));

test('PG-1 the curve begins at nothing, is inside its drawing, and names its ends, its least and its greatest', () => {
  const plot = supplyPlot(readings(40, 44, 39, 41));
  assert.ok(plot);
  const points = [...plot.line.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  for (const [x, y] of points) {
    assert.ok(x >= 0 && x <= supplyPlotSize.width && y >= 0 && y <= supplyPlotSize.height, `${x} ${y}`);
  }
  // 40 of at most 44, from the lower edge: a ninth of a way down, never the lower edge itself.
  assert.ok((points[0]?.[1] ?? 99) < supplyPlotSize.height / 4);
  assert.equal(
    [plot.first, plot.last, plot.least, plot.most].map(({ amount }) => amount),
    [40, 41, 39, 44],
  );
});

test('PG-1 the drawing is named by one sentence, has no inline style, and each number is text', () => {
  const html = renderToString(h(SupplyCurve, { readings: readings(40, 44, 41), of: 'TK1 on Ethereum' }));
  const sentence =
    'Supply of TK1 on Ethereum: from 40 TK1 on 1 Jan 2026 to 41 TK1 on 3 Jan 2026, between 40 TK1 and 44 TK1';
  assert.ok(html.includes(`role="img" aria-label="${sentence}"`), html);
  assert.not.match(html, /style=/);
  assert.is(html.match(/<li>/g)?.length, 3);
});

test('one reading is no curve, and a supply of nothing is one', () => {
  assert.is(renderToString(h(SupplyCurve, { readings: readings(1), of: 'x' })), '');
  assert.is(supplyPlot([]), null);
  assert.not.match(supplyPlot(readings(0, 0))?.line ?? 'NaN', /NaN/);
});

test.run();
