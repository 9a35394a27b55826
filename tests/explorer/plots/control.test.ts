/** Who controls a token: columns, what is left out, and where it is drawn. */
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Control } from '../../../explorer/parts/control.tsx';
import { type ControlFacts, controlGraph, controlPlot, mostNodes } from '../../../explorer/plots/control.ts';

type Reading = NonNullable<ReturnType<ControlFacts['controls']['get']>>;

const control = (part: Partial<Reading>): Reading => ({
  kind: 'contract',
  version: null,
  signers: [],
  voters: null,
  threshold: null,
  timeLockSeconds: null,
  modules: [],
  guard: null,
  fallbackHandler: null,
  delegate: null,
  owner: null,
  next: [],
  cut: null,
  note: null,
  ...part,
});
const authority = (type: string, address: string, isProven = false): ControlFacts['authorities'][number] => ({
  id: type,
  type,
  address,
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  verified: isProven,
  observedAt: 1,
  isProven,
});

test('PG-1 authorities, holders, owners and signers stand in four columns', () => {
  const graph = controlGraph({
    authorities: [authority('owner', 'A', true), authority('mint_authority', 'A')],
    notKnown: [],
    controls: new Map([
      ['A', control({ kind: 'timelock', owner: 'S' })],
      ['S', control({ kind: 'safe', signers: ['K1', 'K2'], threshold: 2, next: ['K1', 'K2'] })],
      ['K1', control({ kind: 'key' })],
    ]),
  });
  assert.equal(
    graph.nodes.map(({ id, column, row, name }) => [id, column, row, name]),
    [
      ['owner', 0, 0, 'Owner authority'],
      ['A', 1, 0, 'an account, kind not read'],
      ['mint_authority', 0, 1, 'Mint authority'],
      ['S', 2, 0, '2 of 2 signers'],
      ['K1', 3, 0, 'key'],
      ['K2', 3, 1, 'an account, kind not read'],
    ],
  );
  assert.equal(
    graph.edges.map(({ from, to, isProven }) => `${from} ${to} ${isProven}`),
    ['owner A true', 'mint_authority A false', 'A S true', 'S K1 true', 'S K2 true'],
  );
  assert.is(graph.isCut, false);
});

test('PG-1 what is beyond the fourth column, and what the reading cut, is marked', () => {
  const { nodes } = controlGraph({
    authorities: [authority('owner', 'A')],
    notKnown: [],
    controls: new Map([
      ['A', control({ owner: 'B' })],
      ['B', control({ owner: 'C', cut: 'depth' })],
      ['C', control({ owner: 'D' })],
    ]),
  });
  assert.equal(
    nodes.map(({ id, isCut }) => [id, isCut]),
    [
      ['owner', false],
      ['A', false],
      ['B', true],
      ['C', true],
    ],
  );
});

test('PG-1 a circle ends, and a graph of hundreds of accounts has 60 nodes and states that it was cut', () => {
  const signers = Array.from({ length: 300 }, (_, n) => `K${n}`);
  const controls = new Map([['A', control({ kind: 'safe', signers, threshold: 3, next: [...signers, 'A'] })]]);
  const graph = controlGraph({ authorities: [authority('owner', 'A')], controls, notKnown: [] });
  assert.is(graph.nodes.length, mostNodes);
  assert.is(graph.isCut, true);
  const html = renderToString(h(Control, { graph, of: 'TK1 on Ethereum' }));
  assert.match(
    html,
    /role="img" aria-label="TK1 on Ethereum: 1 authority, 0 proven, with 59 accounts behind them, and/,
  );
  assert.not.match(html, /style=/);
  assert.is(html.match(/<rect/g)?.length, mostNodes);
  assert.is(html.match(/<li/g)?.length, mostNodes + 1, 'the circle is named once more');
});

test('PG-1 an authority whose account was not found stands in drawing and list, never as proven', () => {
  const graph = controlGraph({
    authorities: [authority('mint_authority', 'A', true)],
    notKnown: ['mint_authority', 'pause_authority'],
    controls: new Map(),
  });
  assert.equal(
    graph.nodes.map(({ column, name, address, isProven }) => [column, name, address, isProven]),
    [
      [0, 'Mint authority', '', false],
      [1, 'an account, kind not read', 'A', true],
      [1, 'an account not found', '', false],
      [0, 'Pause authority', '', false],
      [1, 'an account not found', '', false],
    ],
  );
  assert.equal(
    graph.edges.map(({ from, isProven }) => `${from} ${isProven}`),
    ['mint_authority true', 'mint_authority false', 'pause_authority false'],
  );
  const html = renderToString(h(Control, { graph, of: 'TK1 on Ethereum' }));
  assert.match(html, /2 authorities, 0 proven, with 1 account behind them, and 2 whose account was not found"/);
  assert.is(html.match(/an account not found/g)?.length, 4, 'twice in each of drawing and list');
});

test('PG-1 every node and edge of the drawing is inside of it', () => {
  const plot = controlPlot(
    controlGraph({
      authorities: [authority('owner', 'A'), authority('mint_authority', 'B')],
      notKnown: [],
      controls: new Map([['A', control({ next: ['B', 'C'] })]]),
    }),
  );
  for (const { x, y } of plot.nodes) assert.ok(x >= 0 && y >= 0 && x + 176 < plot.width && y + 40 < plot.height);
  assert.is(plot.edges.length, 4);
});

test.run();
