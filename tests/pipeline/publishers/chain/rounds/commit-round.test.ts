/** When a statement of one provider alone needs another reading. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isUnconfirmed } from '../../../../../pipeline/publishers/chain/rounds/commit-round.ts';
import type { Statement } from '../../../../../pipeline/publishers/chain/rounds/assets/asset-memory.ts';

const made = (facts: string, alone = false): Statement => ({
  facts,
  alone,
  supply: null,
  plan: 'evm-1',
  at: 0,
  block: 90,
  accounts: [],
});
const onItsWay = (facts: string, alone = false) => ({ ...made(facts, alone), captureId: 'c', capturedAt: 0 });

test('what differs from the last statement does, also from one that is not accepted yet', () => {
  const a = { facts: 'a' };
  assert.is(isUnconfirmed({ stated: null, pending: null }, a), false, 'a baseline');
  assert.is(isUnconfirmed({ stated: made('a'), pending: null }, a), false, 'nothing new');
  assert.is(isUnconfirmed({ stated: made('b'), pending: null }, a), true, 'a change');
  assert.is(isUnconfirmed({ stated: null, pending: onItsWay('b') }, a), true, 'a change right after the baseline');
  assert.is(isUnconfirmed({ stated: made('a'), pending: onItsWay('b') }, a), true, 'it moved back');
  assert.is(
    isUnconfirmed({ stated: made('b'), pending: onItsWay('a', true) }, a),
    true,
    'the change is not accepted yet',
  );
  assert.is(isUnconfirmed({ stated: made('a', true), pending: null }, a), false, 'the reading that confirms');
});

test.run();
