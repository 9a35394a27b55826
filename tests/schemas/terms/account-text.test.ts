import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { accountText } from '../../../schemas/terms/account-text.ts';

const account = { address: '0x1', accountType: 'regular', accountKind: null, signers: [], threshold: null };
const multisig = { accountType: 'multisig', accountKind: 'safe' };

const cases: readonly (readonly [string, Partial<Parameters<typeof accountText>[0]>])[] = [
  ['an account, kind not read', {}],
  ['key', { accountKind: 'key' }],
  ['key with delegated code', { accountKind: 'key_delegated' }],
  ['contract', { accountKind: 'contract' }],
  ['time lock', { accountKind: 'timelock' }],
  ['governor', { accountKind: 'governor' }],
  ['program', { accountKind: 'program' }],
  // A kind that this version does not know.
  ['smart vault', { accountKind: 'smart_vault' }],
  ['any account', { address: 'anyone' }],
  ['2 of 3 signers', { ...multisig, signers: ['a', 'b', 'c'], threshold: 2 }],
  ['3 signers, threshold unknown', { ...multisig, signers: ['a', 'b', 'c'] }],
  ['2 of an unknown number of signers', { ...multisig, threshold: 2 }],
  ['several signers', { ...multisig, accountKind: null }],
];

for (const [text, part] of cases) {
  test(`what was read of an account is stated, and nothing beyond it: ${text}`, () =>
    assert.is(accountText({ ...account, ...part }), text));
}

test.run();
