/** Changes of facts of a chain, for the approved texts. */
import type { AccountControlValue } from '../../../../../schemas/facts.ts';
import type { Observation } from '../../../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../../../schemas/vocabulary.ts';
import { at, authority, chain, changesIn, day, declaredAsset, listedWallet, usdc } from '../../builders.ts';
import type { Scenario } from '../../scenarios.ts';

export const january = at('2026-01-29');
export const wallet = (digit: string): string => `0x${digit.repeat(40)}`;

type GivenMembers = Partial<Omit<Observation, 'value' | 'field'>>;

export const assetFact = (observedAt: number, field: string, value: unknown, given: GivenMembers = {}): Observation =>
  chain(observedAt, { field, value, ...given });

export const authorityFact = (
  observedAt: number,
  subjectKey: string,
  value: Readonly<Record<string, unknown>> | null,
  given: GivenMembers = {},
): Observation =>
  chain(observedAt, {
    subjectKind: 'authority',
    subjectKey,
    field: 'authority',
    ...given,
    value:
      value === null
        ? null
        : {
            type: subjectKey.split(':')[0],
            address: wallet('1'),
            accountType: 'regular',
            signers: [],
            threshold: null,
            ...value,
          },
  });

export const controlFact = (
  observedAt: number,
  account: string,
  value: Partial<AccountControlValue> | null,
  given: GivenMembers = {},
): Observation =>
  chain(observedAt, {
    subjectKind: 'authority',
    subjectKey: account,
    field: 'control',
    ...given,
    value: value === null ? null : control(value),
  });

const control = (value: Partial<AccountControlValue>): AccountControlValue => ({
  kind: 'key',
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
  ...value,
});

export const multisig = (threshold: number, ...digits: readonly string[]): Partial<AccountControlValue> => ({
  kind: 'safe',
  version: '1.4.1',
  threshold,
  signers: digits.map(wallet),
  next: digits.map(wallet),
});

export const roleFact = (
  observedAt: number,
  name: string,
  holders: readonly string[],
  given: GivenMembers = {},
  adminRole: string | null = null,
): Observation =>
  chain(observedAt, {
    subjectKind: 'authority',
    subjectKey: `${usdc}:${name}`,
    field: 'role',
    ...given,
    value: { name, adminRole, holders },
  });

/** A role in the contract of the account 6, known by its hash alone. */
const nameless = (observedAt: number, holders: readonly string[]): Observation =>
  chain(observedAt, {
    subjectKind: 'authority',
    subjectKey: `${wallet('6')}:0x${'ab'.repeat(32)}`,
    field: 'role',
    value: { name: null, adminRole: null, holders },
  });

export const goneFact = (observedAt: number, reason: string | null, given: GivenMembers = {}): Observation =>
  chain(observedAt, {
    subjectKind: 'authority',
    subjectKey: 'mint_authority',
    field: 'gone',
    ...given,
    value: reason === null ? null : { reason },
  });

export const whole = (observedAt: number, given: GivenMembers = {}): Observation =>
  assetFact(observedAt, 'chain_reading', 'stated', given);

export const code = (implementation: string, implementationCodeHash: string | null = null) => ({
  proxy: 'eip1967',
  implementation,
  codeHash: '0x01',
  implementationCodeHash,
  beacon: null,
});

export const token = (given: Readonly<Record<string, unknown>> = {}) => ({
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  standard: 'erc20',
  ...given,
});

/** Changes that the later observations cause, after the asset was declared and the earlier ones were read. */
function raised(title: string, before: readonly Observation[], ...after: readonly Observation[]): Scenario {
  const { outputs } = declaredAsset();
  outputs(...before);
  return { title, changes: changesIn(outputs(...after)) };
}

const later = january + day;
const latest = january + 2 * day;
const alone = { quorum: 1 } as const;
const holder = wallet('1');

export const chainScenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  authority_changed: () => [
    raised(
      'Another account',
      [authorityFact(january, 'mint_authority', {})],
      authorityFact(later, 'mint_authority', { address: wallet('2') }),
    ),
    raised(
      'From a key to a multisig',
      [controlFact(january, holder, {}), authorityFact(january, 'owner', {})],
      controlFact(later, wallet('2'), multisig(2, '3', '4', '5')),
      authorityFact(later, 'owner', { address: wallet('2'), accountType: 'multisig', threshold: 2 }),
    ),
    raised(
      'Given up, and held again',
      [authorityFact(january, 'mint_authority', {}), whole(january)],
      authorityFact(later, 'mint_authority', null),
      authorityFact(latest, 'mint_authority', { address: wallet('2') }),
    ),
    raised(
      'Any account can mint, then not every account',
      [whole(january), authorityFact(january, 'mint_authority', {})],
      authorityFact(later, 'mint_authority:anyone', { type: 'mint_authority', address: 'anyone' }),
      authorityFact(latest, 'mint_authority:anyone', null),
    ),
    raised(
      'Any account can stop transfers, as one provider alone states',
      [whole(january)],
      authorityFact(later, 'pause_authority:anyone', { type: 'pause_authority', address: 'anyone' }, alone),
      authorityFact(latest, 'pause_authority:anyone', null),
    ),
    raised(
      'Any account has an authority without a description',
      [whole(january)],
      authorityFact(later, 'tax_authority:anyone', { type: 'tax_authority', address: 'anyone' }),
    ),
    raised(
      'From an account to every account, and back',
      [authorityFact(january, 'upgrade_authority', {})],
      authorityFact(later, 'upgrade_authority', { address: 'anyone' }),
      authorityFact(latest, 'upgrade_authority', { address: wallet('2') }),
    ),
    raised(
      'No longer answered',
      [authorityFact(january, 'mint_authority', {})],
      goneFact(later, 'function_gone'),
      goneFact(latest, 'contract_gone'),
    ),
    raised(
      'More approvals, and other signers',
      [authorityFact(january, 'owner', {}), controlFact(january, holder, multisig(2, '3', '4', '5'))],
      controlFact(later, holder, multisig(3, '3', '4', '6')),
    ),
    raised(
      'One approval is enough, for an account that serves three authorities',
      [
        ...['owner', 'mint_authority', 'pause_authority'].map((type) => authorityFact(january, type, {})),
        controlFact(january, holder, multisig(2, '3', '4', '5')),
      ],
      controlFact(later, holder, multisig(1, '3', '4', '5')),
    ),
    raised(
      'A module of the account',
      [authorityFact(january, 'owner', {}), controlFact(january, holder, multisig(2, '3', '4', '5'))],
      controlFact(later, holder, { ...multisig(2, '3', '4', '5'), modules: [listedWallet] }),
    ),
    raised(
      'A shorter waiting period',
      [
        authorityFact(january, 'owner', {}),
        controlFact(january, holder, { kind: 'timelock', timeLockSeconds: 172_800 }),
      ],
      controlFact(later, holder, { kind: 'timelock', timeLockSeconds: 3_600 }),
    ),
    raised(
      'Holders of a role',
      [roleFact(january, 'MINTER_ROLE', [wallet('3')])],
      roleFact(later, 'MINTER_ROLE', [wallet('3'), wallet('4')]),
    ),
    raised(
      'Fewer holders of a role, then none, then another role that grants it',
      [roleFact(january, 'MINTER_ROLE', [wallet('3'), wallet('4')])],
      roleFact(later, 'MINTER_ROLE', [wallet('3')]),
      roleFact(latest, 'MINTER_ROLE', []),
      roleFact(latest + day, 'MINTER_ROLE', [], {}, '0x01'),
      roleFact(latest + 2 * day, 'MINTER_ROLE', [], {}, '0x02'),
    ),
    raised(
      'Holders of a role without a known name, in a contract that serves two authorities',
      [
        authorityFact(january, 'owner', { address: wallet('6') }),
        authorityFact(january, 'freeze_authority', { address: wallet('6') }),
        nameless(january, [wallet('3')]),
      ],
      nameless(later, [wallet('4')]),
    ),
    raised(
      'Other code',
      [assetFact(january, 'code', code(wallet('7')))],
      assetFact(later, 'code', code(wallet('8'), '0x02')),
    ),
    raised(
      'Ownership offered, and the offer withdrawn',
      [assetFact(january, 'ownership_offer', null)],
      assetFact(later, 'ownership_offer', wallet('2')),
      assetFact(latest, 'ownership_offer', null),
    ),
    raised(
      'One provider alone, then a second reading',
      [authorityFact(january, 'owner', {})],
      authorityFact(later, 'owner', { address: wallet('2') }, alone),
      authorityFact(latest, 'owner', { address: wallet('2') }, alone),
    ),
    raised(
      'One provider alone, not confirmed',
      [authorityFact(january, 'owner', {})],
      authorityFact(later, 'owner', { address: wallet('2') }, alone),
      authorityFact(latest, 'owner', {}, alone),
    ),
  ],
  supply_changed: () => [
    raised(
      'A tenth more within a day',
      [assetFact(january, 'token', token()), assetFact(january, 'supply', '5034954018620836')],
      assetFact(later, 'supply', '5538449420482919'),
    ),
    raised(
      'A fifth more within a day',
      [assetFact(january, 'token', token()), assetFact(january, 'supply', '1000000000000')],
      assetFact(later, 'supply', '1200000000000'),
    ),
    raised(
      'Less within a day',
      [assetFact(january, 'token', token()), assetFact(january, 'supply', '1000000000000')],
      assetFact(later, 'supply', '899950000000'),
    ),
    raised(
      'Tokens where there were none',
      [assetFact(january, 'token', token()), assetFact(january, 'supply', '0')],
      assetFact(later, 'supply', '1000000'),
    ),
  ],
};

/** Changes of kinds that disclosed fields have, too. */
export const tokenScenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  value_changed: () => [
    raised(
      'The contract is paused, and the pause ends',
      [assetFact(january, 'paused', false)],
      assetFact(later, 'paused', true),
      assetFact(latest, 'paused', false),
    ),
    raised(
      'A pause that one provider alone states',
      [assetFact(january, 'paused', false)],
      assetFact(later, 'paused', true, alone),
      assetFact(latest, 'paused', false),
    ),
    raised(
      'Further powers of the token, and other ones',
      [assetFact(january, 'powers', ['freeze_address'])],
      assetFact(later, 'powers', ['freeze_address', 'pause_all']),
      assetFact(latest, 'powers', ['freeze_address', 'burn_from']),
    ),
    raised('A smaller cap', [assetFact(january, 'cap', '1000000')], assetFact(later, 'cap', '500000')),
    raised(
      'The token states another name',
      [assetFact(january, 'token', token())],
      assetFact(later, 'token', token({ name: 'Another\u202e Coin', symbol: 'AC' })),
    ),
    raised(
      'A greater cap, which one provider alone states',
      [assetFact(january, 'cap', '1000000')],
      assetFact(later, 'cap', '2000000', alone),
      assetFact(latest, 'cap', '1000000', alone),
    ),
  ],
  value_added: () => [
    raised(
      'A power of the token',
      [assetFact(january, 'powers', [])],
      assetFact(later, 'powers', ['burn_from', 'a_power_of_its_own']),
    ),
    raised('A cap', [whole(january)], assetFact(later, 'cap', '1000000')),
  ],
  value_removed: () => [
    raised('The cap is no longer stated', [assetFact(january, 'cap', '1000000')], assetFact(later, 'cap', null)),
    raised('No powers any more', [assetFact(january, 'powers', ['pause_all'])], assetFact(later, 'powers', [])),
  ],
  value_corrected: () => [
    raised(
      'The chain states another holder than the import',
      [authority(january, { address: listedWallet })],
      authorityFact(later, 'owner', {}),
    ),
    raised('The chain states no such authority', [authority(january, { address: listedWallet })], whole(later)),
  ],
};
