/** Facts of a chain on which each rule fires and stays silent. */
import type { Comparison, ImpactFacts } from '../../../../../pipeline/impact/facts.ts';
import type { AuthorityHolder } from '../../../../../pipeline/impact/chain-facts.ts';
import type { AccountControlValue } from '../../../../../schemas/facts.ts';
import { facts } from '../../facts.ts';
import type { RuleCases } from '../rule-cases.ts';

const isAlone = false;
const of = (comparison: Comparison, given: Partial<ImpactFacts> = {}): ImpactFacts =>
  facts(comparison, { category: 'party_edge', kind: 'authority_changed', regimes: [], ...given });

/** Accounts, each named by a letter. */
const lettersOf = (names: string): readonly string[] => Array.from(names);

const holder = (kind: AuthorityHolder['kind'], threshold: number | null = null): AuthorityHolder => ({
  kind,
  threshold,
});
const replaced = (old: AuthorityHolder, current: AuthorityHolder): ImpactFacts =>
  of({ comparison: 'authority', event: 'replaced', type: 'owner', old, new: current, isAlone });
const givenUp = (type: string, regimes: readonly string[] = []): ImpactFacts =>
  of({ comparison: 'authority', event: 'given_up', type, old: holder('key'), new: null, isAlone }, { regimes });
const created = (type: string, regimes: readonly string[] = [], kind: AuthorityHolder['kind'] = 'key'): ImpactFacts =>
  of({ comparison: 'authority', event: 'created', type, old: null, new: holder(kind), isAlone }, { regimes });
const corrected = of({
  comparison: 'authority',
  event: 'corrected',
  type: 'owner',
  isAlone,
  old: holder('key'),
  new: holder('key'),
});
const gone = (reason: 'function_gone' | 'contract_gone'): ImpactFacts =>
  of({ comparison: 'authority_gone', reason, isAlone });

const account = (given: Partial<AccountControlValue> = {}): AccountControlValue => ({
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
  ...given,
});
const controlled = (
  old: Partial<AccountControlValue>,
  current: Partial<AccountControlValue>,
  serves: readonly string[] = ['owner'],
): ImpactFacts => of({ comparison: 'account_control', serves, old: account(old), new: account(current), isAlone });
const votes = (threshold: number, signers: string): Partial<AccountControlValue> => ({
  kind: 'safe',
  threshold,
  signers: lettersOf(signers),
});
const members = (threshold: number, voters: string): Partial<AccountControlValue> => ({
  kind: 'squads',
  threshold,
  signers: lettersOf('abcdefgh'),
  voters: lettersOf(voters),
});
const role = (
  old: string,
  current: string,
  serves: readonly string[] = [],
  admins: readonly (string | null)[] = [null, null],
) => {
  const [before = null, after = null] = admins;
  return of({
    comparison: 'contract_role',
    serves,
    isAlone,
    old: { name: null, adminRole: before, holders: lettersOf(old) },
    new: { name: null, adminRole: after, holders: lettersOf(current) },
  });
};
const code = (implementation: string) => ({
  proxy: 'eip1967',
  implementation,
  codeHash: null,
  implementationCodeHash: null,
  beacon: null,
});
const recoded = of({ comparison: 'chain_code', old: code('a'), new: code('b'), isAlone });
const offer = (old: string | null, current: string | null): ImpactFacts =>
  of({ comparison: 'ownership_offer', old, new: current, isAlone });
const paused = (current: boolean): ImpactFacts =>
  of({ comparison: 'chain_paused', old: !current, new: current, isAlone });
const powers = (added: readonly string[], removed: readonly string[]): ImpactFacts =>
  of({ comparison: 'chain_powers', added, removed, isAlone });
const cap = (old: string | null, current: string | null): ImpactFacts =>
  of({ comparison: 'chain_cap', old, new: current, isAlone });
const named = of({ comparison: 'chain_token', members: ['symbol'], isAlone: true });
const supply = (isCovered: boolean, movedBy: number | null = 51): ImpactFacts =>
  of({ comparison: 'chain_supply', isCovered, movedBy, isAlone });

const [weakened, strengthened, mixed, neutral] = ['weakens', 'strengthens', 'mixed', 'neutral'].map(
  (direction) => `governance:${direction}`,
) as [string, string, string, string];
const unprotected = `${weakened} participant_protection:weakens`;

export const chainCases: Readonly<Record<string, RuleCases>> = {
  'authority-replaced': {
    fires: [
      [replaced(holder('key'), holder('key')), mixed],
      [replaced(holder('other'), holder('multisig', 2)), mixed],
      [replaced(holder('key'), holder('multisig', 1)), mixed],
      [replaced(holder('key'), holder('multisig', 2)), strengthened],
      [replaced(holder('multisig', 2), holder('key')), unprotected],
      [replaced(holder('multisig', 2), holder('other')), mixed],
      [replaced(holder('timelock'), holder('key')), unprotected],
      [replaced(holder('timelock'), holder('multisig', 3)), unprotected],
      [replaced(holder('timelock'), holder('other')), mixed],
      [replaced(holder('key'), holder('anyone')), unprotected],
      [replaced(holder('anyone'), holder('key')), `${strengthened} participant_protection:strengthens`],
    ],
    silent: [givenUp('owner'), created('owner'), corrected],
  },
  'authority-given-up': {
    fires: [
      [givenUp('mint_authority'), 'supply:strengthens'],
      [givenUp('freeze_authority'), 'participant_protection:strengthens'],
      [givenUp('freeze_authority', ['US_GENIUS']), 'participant_protection:strengthens legal_standing:weakens'],
      [givenUp('upgrade_authority'), strengthened],
      [givenUp('owner'), strengthened],
    ],
    silent: [created('owner'), replaced(holder('key'), holder('key'))],
  },
  'authority-created': {
    fires: [
      [created('mint_authority'), 'supply:weakens'],
      [created('freeze_authority'), 'participant_protection:weakens'],
      [created('freeze_authority', ['MICA_EMT']), 'participant_protection:weakens legal_standing:strengthens'],
      [created('upgrade_authority'), weakened],
      [created('mint_authority', [], 'anyone'), unprotected],
    ],
    silent: [givenUp('owner')],
  },
  'authority-corrected': { fires: [[corrected, neutral]], silent: [created('owner')] },
  'authority-gone': {
    fires: [
      [gone('function_gone'), ''],
      [gone('contract_gone'), ''],
    ],
    silent: [givenUp('owner')],
  },
  'control-single': {
    fires: [
      [controlled(votes(2, 'abc'), votes(1, 'abc')), unprotected],
      [controlled(votes(2, 'abcd'), votes(1, 'ab')), unprotected],
      [
        controlled(votes(3, 'abc'), votes(1, 'a'), ['mint_authority', 'pause_authority']),
        `${unprotected} supply:weakens`,
      ],
    ],
    silent: [
      controlled(votes(1, 'abc'), votes(1, 'ab')),
      controlled(votes(3, 'abc'), votes(2, 'abc')),
      controlled({ kind: 'key' }, votes(1, 'abc')),
    ],
  },
  'control-threshold': {
    fires: [
      [controlled(votes(2, 'abc'), votes(3, 'abc')), strengthened],
      [controlled(votes(1, 'ab'), votes(3, 'abcdef')), strengthened],
      [controlled(votes(1, 'ab'), votes(2, 'abcde')), mixed],
      [controlled(votes(3, 'abc'), votes(2, 'abc')), weakened],
      [controlled(votes(4, 'abcd'), votes(2, 'ab')), weakened],
      [controlled(votes(3, 'abc'), votes(2, 'abc'), ['owner', 'mint_authority']), `${weakened} supply:weakens`],
      [
        controlled(votes(1, 'abc'), votes(2, 'abc'), ['freeze_authority']),
        `${strengthened} participant_protection:strengthens`,
      ],
      [controlled(votes(5, 'abcdefghijk'), votes(4, 'abcdefg')), mixed],
      [controlled(votes(2, 'abc'), votes(2, 'abcd')), mixed],
      [controlled(votes(2, 'abcd'), votes(2, 'abc')), mixed],
      [controlled(members(4, 'abcdef'), members(4, 'abcdefg')), mixed],
    ],
    silent: [
      controlled(votes(2, 'abc'), votes(2, 'abd')),
      controlled(votes(2, 'abc'), votes(1, 'abc')),
      controlled({ kind: 'key' }, votes(2, 'abc')),
    ],
  },
  'control-signers': {
    fires: [
      [controlled(votes(2, 'abc'), votes(2, 'abd')), neutral],
      [controlled(votes(2, 'abc'), votes(2, 'ade')), mixed],
      [controlled(members(2, 'abc'), members(2, 'abd')), neutral],
      [controlled(votes(2, 'abc'), votes(2, 'abd'), ['mint_authority']), `${neutral} supply:neutral`],
    ],
    silent: [
      controlled(votes(2, 'abc'), votes(3, 'abd')),
      controlled(votes(2, 'abc'), votes(2, 'cba')),
      controlled({}, { owner: 'a' }),
    ],
  },
  'control-time-lock': {
    fires: [
      [controlled({ timeLockSeconds: 60 }, { timeLockSeconds: 120 }), strengthened],
      [controlled({ timeLockSeconds: 120 }, { timeLockSeconds: 60 }), weakened],
      [controlled({ timeLockSeconds: 120 }, { timeLockSeconds: null }), unprotected],
      [
        controlled({ timeLockSeconds: 120 }, { timeLockSeconds: null }, ['mint_authority', 'pause_authority']),
        `${unprotected} supply:weakens`,
      ],
    ],
    silent: [controlled({ timeLockSeconds: 0 }, { timeLockSeconds: null })],
  },
  'control-parts': {
    fires: [
      [controlled({ kind: 'key' }, { kind: 'key_delegated', delegate: 'a' }), mixed],
      [controlled({ modules: ['a'] }, { modules: [] }), mixed],
      [controlled({ guard: 'a' }, { guard: null }), mixed],
      [controlled({ fallbackHandler: 'a' }, { fallbackHandler: 'b' }), mixed],
      [controlled({ version: '1.3.0' }, { version: '1.4.1' }), mixed],
      [controlled({ owner: 'a' }, { owner: 'b' }), mixed],
      [controlled({ next: ['a'] }, { next: ['b'] }), mixed],
      [controlled({ guard: 'a' }, { guard: null }, ['mint_authority']), `${mixed} supply:mixed`],
    ],
    silent: [
      controlled(votes(2, 'abc'), { ...votes(2, 'abd'), next: ['d'] }),
      controlled({ note: 'a' }, { cut: 'size' }),
    ],
  },
  'role-holders': {
    fires: [
      [role('a', 'ab'), weakened],
      [role('ab', 'a'), strengthened],
      [role('a', 'b'), mixed],
      [role('a', 'ab', ['mint_authority']), `${weakened} supply:weakens`],
      [role('ab', 'a', ['mint_authority']), `${strengthened} supply:strengthens`],
      [role('a', 'b', ['pause_authority']), `${mixed} participant_protection:mixed`],
      [
        role('a', 'a', ['owner', 'mint_authority', 'freeze_authority'], ['x', 'y']),
        `${mixed} supply:mixed participant_protection:mixed`,
      ],
      [role('a', 'a', [], ['x', 'y']), mixed],
    ],
    silent: [recoded],
  },
  'code-changed': { fires: [[recoded, mixed]], silent: [role('a', 'b')] },
  'ownership-offered': {
    fires: [
      [offer(null, 'a'), neutral],
      [offer('a', 'b'), neutral],
      [offer('a', null), neutral],
    ],
    silent: [recoded],
  },
  'token-paused': {
    fires: [
      [paused(true), 'transferability:weakens redemption:weakens'],
      [paused(false), 'transferability:strengthens redemption:strengthens'],
    ],
    silent: [named],
  },
  'token-powers': {
    fires: [
      [powers(['permanent_delegate'], []), 'participant_protection:weakens transferability:weakens'],
      [powers([], ['transfer_hook']), 'participant_protection:strengthens transferability:strengthens'],
      [powers(['a'], ['b']), 'participant_protection:mixed transferability:mixed'],
      [powers(['freeze_address'], []), 'participant_protection:weakens transferability:weakens'],
      [powers([], ['pause_all']), 'participant_protection:strengthens transferability:strengthens'],
    ],
    silent: [paused(true)],
  },
  'supply-cap': {
    fires: [
      [cap('9', '10'), 'supply:weakens'],
      [cap('10', '9'), 'supply:strengthens'],
      [cap('10', null), 'supply:weakens'],
      [cap(null, '10'), 'supply:strengthens'],
    ],
    silent: [named],
  },
  'token-identity': { fires: [[named, 'transparency:mixed']], silent: [cap('9', '10')] },
  'supply-moved-far': {
    fires: [
      [supply(false, 200), 'supply:unassessed'],
      [supply(false, null), 'supply:unassessed'],
    ],
    silent: [supply(false, 199), supply(true, 200), supply(true, null), supply(false, -500), cap('9', '10')],
  },
  'supply-moved': {
    fires: [
      [supply(true), 'supply:neutral'],
      [supply(true, 200), 'supply:neutral'],
      [supply(false), 'supply:unassessed'],
      [supply(false, 199), 'supply:unassessed'],
      [supply(false, -500), 'supply:unassessed'],
    ],
    silent: [cap('9', '10'), supply(false, 200), supply(false, null)],
  },
};
