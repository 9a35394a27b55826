import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Control } from '../../../explorer/parts/control.tsx';
import type { ControlGraph, ControlNode } from '../../../explorer/plots/control.ts';

const node = (part: Partial<ControlNode>): ControlNode => ({
  id: 'mint',
  column: 0,
  row: 0,
  name: 'Mint authority',
  address: '',
  isProven: true,
  isCut: false,
  ...part,
});
const dashed = /A dashed line:/;
const cut = /…: it has controllers/;
const cases: readonly (readonly [name: string, node: Partial<ControlNode>, shows: readonly RegExp[]])[] = [
  ['proven and whole', {}, []],
  ['not proven', { isProven: false }, [dashed]],
  ['cut', { isCut: true }, [cut]],
  ['not proven and cut', { isProven: false, isCut: true }, [dashed, cut]],
];
for (const [name, part, shows] of cases) {
  test(`the legend of a drawing explains the signs that it has: ${name}`, () => {
    const graph: ControlGraph = { nodes: [node(part)], edges: [], isCut: false };
    const html = renderToString(Control({ graph, of: 'TK1 on Ethereum' }));
    for (const sign of [dashed, cut]) assert.is(sign.test(html), shows.includes(sign), String(sign));
  });
}

test.run();
