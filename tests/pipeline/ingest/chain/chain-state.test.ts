import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainState } from '../../../../pipeline/ingest/chain/chain-state.ts';
import { keyedState } from '../harness.ts';

const hash = (n: number): string => n.toString(16).padStart(64, '0');

test('the cassettes that were accepted last are known, each feed its own', () => {
  const keyed = keyedState(new Map());
  const [own, other] = [chainState(keyed, 'chain-a'), chainState(keyed, 'chain-b')];
  assert.is(own.hasAccepted(hash(0)), false);
  for (let n = 0; n < 150; n += 1) own.accept(hash(n));
  const known = Array.from({ length: 150 }, (_, n) => n).filter((n) => own.hasAccepted(hash(n)));
  assert.equal(
    known,
    Array.from({ length: 100 }, (_, n) => 50 + n),
  );
  assert.is(other.hasAccepted(hash(149)), false);
});

test('a cassette that is accepted again is the last one', () => {
  const state = chainState(keyedState(new Map()), 'chain-a');
  for (let n = 0; n < 100; n += 1) state.accept(hash(n));
  state.accept(hash(0));
  state.accept(hash(100));
  assert.equal(
    [0, 1, 2].map((n) => state.hasAccepted(hash(n))),
    [true, false, true],
  );
});

test.run();
