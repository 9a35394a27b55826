import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accountKindTerm, isKey, isMultisig } from '../../../schemas/terms/account-kinds.ts';

test('a kind without a row is shown as it is, and neither votes nor is a key', () => {
  for (const kind of ['rollup_bridge', 'constructor', '']) {
    assert.is(accountKindTerm(kind).text, kind.replaceAll('_', ' '));
    assert.equal([isKey(kind), isMultisig(kind)], [false, false]);
  }
});

test('one key acts for keys, several approvals for multisigs, neither for a time lock or a contract', () => {
  const cases: readonly (readonly [kind: string, isKey: boolean, isMultisig: boolean])[] = [
    ['key', true, false],
    ['key_delegated', true, false],
    ['safe', false, true],
    ['squads', false, true],
    ['spl_multisig', false, true],
    ['timelock', false, false],
    ['governor', false, false],
    ['contract', false, false],
  ];
  for (const [kind, key, votes] of cases) assert.equal([isKey(kind), isMultisig(kind)], [key, votes], kind);
});

test.run();
