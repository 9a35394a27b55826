import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AssetState } from '../../../../pipeline/chain/statement.ts';
import { a, assetFact, authority, b, c, code, type Fold, openFold, stated } from './harness.ts';

const ids = Array.from({ length: 21 }, (_, index) => `asset-${index}`);
const owned = (by: string, supply = '1'): readonly AssetState[] =>
  ids.map((id) => stated(id, code('0x02'), assetFact('supply', supply), authority('owner', by)));

function openStated(): Fold {
  const fold = openFold();
  const first = fold.take({ states: owned(a), block: 0 });
  assert.equal([first.outcome.status, first.outcome.added], ['accepted', 21]);
  return fold;
}

test('more than 20 assets and 5 % of those swept in one round are rejected, and nothing is written', () => {
  const { outcome, written } = openStated().take({ states: owned(b), block: 1, swept: 400 });
  assert.equal([outcome.status, written], ['rejected', []]);
  assert.is(
    outcome.reason,
    '21 of 400 assets would change in one round; at most 20 or 5 % are accepted unless a later block gives the same.',
  );
});

test('either limit alone is no reason', () => {
  assert.is(openStated().take({ states: owned(b), block: 1, swept: 420 }).outcome.status, 'accepted');
  assert.is(openStated().take({ states: owned(b).slice(1), block: 1, swept: 20 }).outcome.status, 'accepted');
});

test('the same at a later block is accepted', () => {
  const fold = openStated();
  const isTaken = (states: readonly AssetState[], block: number): boolean =>
    fold.take({ states, block }).outcome.status === 'accepted';
  assert.equal(isTaken(owned(b), 1), false);
  assert.equal(isTaken(owned(b), 1), false, 'the same block confirms nothing');
  assert.equal(isTaken(owned(c), 2), false, 'it gives something else');
  assert.equal(isTaken(owned(c), 3), true);
  assert.equal(fold.take({ states: owned(c), block: 4 }).written, []);
});

test('a small capture in between does not end the wait', () => {
  const fold = openStated();
  fold.take({ states: owned(b), block: 1 });
  assert.is(fold.take({ states: [stated('new', code('0x09'))], block: 2 }).outcome.status, 'accepted');
  assert.is(fold.take({ states: owned(b), block: 3 }).outcome.status, 'accepted');
});

test('--force passes the gate, and is recorded', () => {
  const { outcome } = openStated().take({ states: owned(b), block: 1, force: true });
  assert.equal([outcome.status, outcome.forced, outcome.changed], ['accepted', true, 21]);
});

test('supplies move in every round', () => {
  assert.is(openStated().take({ states: owned(a, '2'), block: 1 }).outcome.status, 'accepted');
});

test.run();
