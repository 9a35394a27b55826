/** What nodes agree on where some of them lack logs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agreedReading, comparedReadings, comparedTexts } from '../../../pipeline/chain/agreement.ts';
import type { AssetState, ChainFact } from '../../../pipeline/chain/statement.ts';

const version = 'evm-v1';
const fact = (subjectKey: string, value: unknown): ChainFact => ({
  subjectKind: 'authority',
  subjectKey,
  field: 'authority',
  value,
});
const state = (facts: readonly ChainFact[], rest: Partial<AssetState> = {}): AssetState => ({
  assetId: 'a',
  address: '0x1',
  reading: 'stated',
  unread: [],
  facts,
  ...rest,
});
const owner = fact('owner', '0xa');
const lacking = state([owner], { withoutLogs: ['mint_authority'] });
const whole = state([owner, fact('mint_authority:0xb', '0xb')]);
const other = state([owner, fact('mint_authority:0xc', '0xc')]);
const groupsOf = (states: readonly AssetState[]): number => new Set(comparedTexts(version, states)).size;

test('a node without logs agrees with nodes that have them', () => {
  assert.is(groupsOf([whole, lacking]), 1);
  assert.is(groupsOf([whole, lacking, whole]), 1);
  assert.is(groupsOf([whole, state([fact('owner', '0xd')], { withoutLogs: [] })]), 2);
});

test('nodes with all logs that contradict each other are not reconciled by one without', () => {
  assert.is(groupsOf([whole, other]), 2);
  assert.is(groupsOf([whole, other, lacking]), 3);
  const [first, second, third, fourth] = comparedTexts(version, [whole, other, lacking, whole]);
  assert.is(first, fourth);
  assert.is(new Set([first, second, third]).size, 3);
  const bare = state([owner]);
  assert.is(groupsOf([bare, other, lacking]), 3, 'one that knows of no account has no more weight');
  const keys = comparedReadings(version, [[whole], [other], [lacking]]);
  assert.is(new Set(keys).size, 3);
});

test('the state of a node with logs is given where a quorum has them', () => {
  assert.equal(agreedReading([[lacking], [whole], [whole]], 2), [whole]);
  assert.equal(agreedReading([[whole], [lacking]], 2), [lacking]);
});

test.run();
