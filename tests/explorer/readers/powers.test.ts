/** What a token can do to its holders: what was not read is never "No". */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type PowerFacts, powersOf, type PowerView } from '../../../explorer/readers/asset/powers.ts';

const at = Date.UTC(2026, 5, 1);
const holder = (
  type: string,
  part: Partial<PowerFacts['authorities'][number]> = {},
): PowerFacts['authorities'][number] => ({
  type,
  address: `0x${'5'.repeat(40)}`,
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  observedAt: at,
  ...part,
});
const evm: PowerFacts = {
  encoding: 'evm',
  authorities: [],
  codes: [],
  notKnown: [],
  code: { proxy: 'none' },
  isPaused: null,
  readAt: at,
  hasNoContract: false,
  isAway: false,
};
const solana: PowerFacts = { ...evm, encoding: 'solana', code: null };

const rowOf = (facts: PowerFacts, name: string): PowerView => {
  const found = powersOf(facts).find((power) => power.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
};
const [create, block, take, stop, replace] = [
  'Create new units',
  'Block an account',
  'Take units from an account',
  'Stop all transfers',
  'Replace the code',
];

type Case = readonly [when: string, facts: PowerFacts, name: string, expected: string];
const safe = { accountType: 'multisig', accountKind: 'safe', signers: ['a', 'b', 'c'], threshold: 2 };
const cases: readonly Case[] = [
  ['a holder', { ...evm, authorities: [holder('mint_authority', safe)] }, create, 'Yes 2 of 3 signers 0x5555…5555'],
  [
    'a holder of a kind that was not read',
    { ...evm, authorities: [holder('freeze_authority')] },
    block,
    'Yes an account, kind not read 0x5555…5555',
  ],
  [
    'two holders',
    { ...evm, authorities: [holder('mint_authority', { accountKind: 'key' }), holder('mint_authority')] },
    create,
    'Yes key 0x5555…5555, and 1 more',
  ],
  ['anyone', { ...evm, authorities: [holder('mint_authority', { address: 'anyone' })] }, create, 'Yes any account'],
  ['a power without a holder', { ...solana, codes: ['burn_from'] }, take, 'Yes The reading names no account.'],
  ['not paused', { ...evm, authorities: [holder('pause_authority')], isPaused: false }, stop, 'Yes, not now'],
  ['paused, by an unknown account', { ...evm, isPaused: true }, stop, 'Yes, now The reading names no account.'],
  ['code that cannot be changed', evm, replace, 'No The code at this address cannot be changed.'],
  ['a proxy without a known administrator', { ...evm, code: { proxy: 'transparent' } }, replace, 'Not read'],
  ['an EVM token without a known minter', evm, create, 'Not read No account was found that can'],
  [
    'a minter that was not found',
    { ...evm, notKnown: ['mint_authority'] },
    create,
    'Yes The code allows it to an account that was not found.',
  ],
  [
    'one of several minters that was not found',
    { ...evm, notKnown: ['mint_authority'], authorities: [holder('mint_authority', { accountKind: 'key' })] },
    create,
    'Yes key 0x5555…5555; further accounts were not found',
  ],
  ['a mint without the power', solana, block, 'No The mint was read, and has no such power.'],
  ['a mint of a program that can be replaced', solana, replace, 'Not read It runs a program of the chain'],
  ['an unknown extension', { ...solana, codes: ['extension_99'] }, take, 'Not read It has an extension'],
  ['a mint whose powers no reading states', { ...solana, codes: null }, take, 'Not read The reading states no powers.'],
  ['a chain that was not read', { ...solana, readAt: null }, create, 'Not read The chain was not read here.'],
  ['no contract', { ...evm, hasNoContract: true }, replace, 'Not read The chain has no contract'],
  ['tables that are away', { ...solana, readAt: null, isAway: true }, create, 'Not read It cannot be read now.'],
  ['an XRP Ledger token', { ...evm, encoding: 'xrpl' }, create, 'Not read'],
];

for (const [when, facts, name, expected] of cases) {
  test(`PG-1 ${name}: ${when}`, () => {
    const { word, note } = rowOf(facts, name);
    assert.ok(`${word} ${note}`.startsWith(expected), `${word} ${note}`);
  });
}

test('PG-1 a power beyond the five is shown only where it is stated', () => {
  assert.is(powersOf(solana).length, 5);
  const [fee] = powersOf({ ...solana, codes: ['transfer_fee'], authorities: [holder('transfer_fee_authority')] }).slice(
    5,
  );
  assert.is(fee?.name, 'Take a fee from each transfer');
  assert.is(fee?.word, 'Yes');
});

test('PG-1 without a reading of the chain no row is "No", and a holder is always "Yes"', () => {
  const facts = fc.record({
    encoding: fc.constantFrom('evm', 'solana', 'xrpl'),
    authorities: fc.subarray(['mint_authority', 'freeze_authority', 'pause_authority', 'upgrade_authority']),
    codes: fc.option(fc.subarray(['freeze_address', 'pause_all', 'extension_7']), { nil: null }),
    code: fc.option(fc.record({ proxy: fc.constantFrom('none', 'clone', 'uups') }), { nil: null }),
    notKnown: fc.subarray(['mint_authority', 'upgrade_authority']),
    isPaused: fc.option(fc.boolean(), { nil: null }),
    readAt: fc.option(fc.constant(at), { nil: null }),
    hasNoContract: fc.boolean(),
    isAway: fc.constant(false),
  });
  fc.assert(
    fc.property(facts, ({ authorities, encoding, ...rest }) => {
      const held = authorities.map((type) => holder(type));
      const shown = powersOf({ ...rest, encoding, authorities: held });
      if (rest.readAt === null || rest.hasNoContract) assert.not.ok(shown.some(({ word }) => word === 'No'));
      assert.is(shown.filter(({ word }) => word.startsWith('Yes')).length >= authorities.length, true);
    }),
  );
});

test.run();
