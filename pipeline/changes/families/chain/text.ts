/** Values of a chain in words. */
import type { AccountControlValue, ChainCodeValue, ChainRoleValue } from '../../../../schemas/facts.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { accountKindTerm } from '../../../../schemas/terms/account-kinds.ts';
import { chainByCaip2 } from '../../../../schemas/values/chains.ts';
import { clipped, formatDate, joinList } from '../../../text/values.ts';
import type { roleHoldings } from './templates.ts';
import { sentenceCase } from '../../../../schemas/values/sentence-case.ts';

const mostShown = 8;
const longest = 120;

/** Text of a contract on one line: control and direction characters are left out. */
export const shown = (text: string): string =>
  clipped(text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '), longest) || 'an empty text';

/** Accounts as a list, cut after eight. */
function accounts(addresses: readonly string[]): string {
  const more = addresses.length - mostShown;
  const first = addresses.slice(0, more > 0 ? mostShown : undefined).map(shown);
  return more > 0 ? joinList([...first, `${more} more`]) : joinList(first);
}

/** `signer 0x…`, or `signers 0x… and 0x…`. */
const nounOf = (noun: string, addresses: readonly string[]): string =>
  `${noun}${addresses.length === 1 ? '' : 's'} ${accounts(addresses)}`;

/** `The reading of 29 January 2026 at block 17 of ethereum`. */
export function readingOf({ observedAt, place, sourceKey }: Observation): string {
  const caip2 = nameOfSource(sourceKey);
  const chain = chainByCaip2(caip2)?.slug ?? shown(caip2);
  const [, block] = /^block:(\d+):/.exec(place ?? '') ?? [];
  return `The reading of ${formatDate(observedAt)}${block === undefined ? '' : ` at block ${block}`} of ${sentenceCase(chain)}`;
}

/** An account that holds an authority, as a phrase. */
export const holderText = (address: string | null): string =>
  address === null ? 'no account' : address === 'anyone' ? 'any account' : shown(address);

const kindText = (kind: string): string => shown(accountKindTerm(kind).text);

/** `multisig, 3 of 8 approvals, the module 0x…`. */
export function controlText(control: AccountControlValue): string {
  const { kind, threshold, timeLockSeconds, modules, owner } = control;
  return [
    kindText(kind),
    ...(threshold === null ? [] : [votesText(control)]),
    ...(timeLockSeconds === null ? [] : [`a waiting period of ${timeLockSeconds} seconds`]),
    ...(modules.length === 0 ? [] : [`the ${nounOf('module', modules)}`]),
    ...(owner === null ? [] : [`the owner ${shown(owner)}`]),
  ].join(', ');
}

export const votesText = ({ threshold, voters, signers }: AccountControlValue): string =>
  `${threshold ?? 0} of ${(voters ?? signers).length} approvals`;

export const periodText = ({ timeLockSeconds }: AccountControlValue): string =>
  timeLockSeconds === null ? 'no waiting period' : `a waiting period of ${timeLockSeconds} seconds`;

/** What differs between two states of an account, as a phrase after "has". */
export function controlDifference(old: AccountControlValue, current: AccountControlValue): string {
  const [joined, left] = delta(old.voters ?? old.signers, current.voters ?? current.signers);
  const [added, removed] = delta(old.modules, current.modules);
  const [further, former] = delta(old.next, current.next);
  const named = (label: string, name: 'version' | 'guard' | 'fallbackHandler' | 'delegate' | 'owner') =>
    old[name] === current[name] ? [] : [`the ${label} ${optional(current[name])} in place of ${optional(old[name])}`];
  const isVoting = old.threshold !== null || current.threshold !== null;
  const phrases = [
    ...(old.kind === current.kind ? [] : [`become a ${kindText(current.kind)} after a ${kindText(old.kind)}`]),
    ...(isVoting && votesText(old) !== votesText(current)
      ? [`${votesText(current)} in place of ${votesText(old)}`]
      : []),
    ...(joined.length === 0 ? [] : [`the further ${nounOf('signer', joined)}`]),
    ...(left.length === 0 ? [] : [`no longer the ${nounOf('signer', left)}`]),
    ...(old.timeLockSeconds === current.timeLockSeconds
      ? []
      : [`a waiting period of ${current.timeLockSeconds ?? 0} seconds in place of ${old.timeLockSeconds ?? 0}`]),
    ...(added.length === 0 ? [] : [`the further ${nounOf('module', added)}`]),
    ...(removed.length === 0 ? [] : [`no longer the ${nounOf('module', removed)}`]),
    ...named('version', 'version'),
    ...named('guard', 'guard'),
    ...named('fallback handler', 'fallbackHandler'),
    ...named('delegate', 'delegate'),
    ...named('owner', 'owner'),
  ];
  if (phrases.length > 0) return joinList(phrases);
  const others = [
    ...(further.length === 0 ? [] : [`the further ${nounOf('controller', further)}`]),
    ...(former.length === 0 ? [] : [`no longer the ${nounOf('controller', former)}`]),
  ];
  return joinList(others);
}

const optional = (value: string | null): string => (value === null ? 'none' : shown(value));

/** Members that joined, and those that left. */
export const delta = (
  old: readonly string[],
  current: readonly string[],
): readonly [joined: readonly string[], left: readonly string[]] => [
  current.filter((member) => !old.includes(member)),
  old.filter((member) => !current.includes(member)),
];

export function roleText({ holders }: ChainRoleValue): string {
  return holders.length === 0 ? 'no account' : accounts(holders);
}

/** What became of the accounts of a role. */
export function roleHolding(old: ChainRoleValue, current: ChainRoleValue): keyof typeof roleHoldings {
  const [joined, left] = delta(old.holders, current.holders);
  if (joined.length > 0) return left.length > 0 ? 'others' : 'joined';
  if (left.length === 0) return 'granter';
  return current.holders.length === 0 ? 'none' : 'left';
}

export function roleDifference(old: ChainRoleValue, current: ChainRoleValue): string {
  const [joined, left] = delta(old.holders, current.holders);
  const phrases = [
    ...(joined.length === 0 ? [] : [`${accounts(joined)} joined`]),
    ...(left.length === 0 ? [] : [`${accounts(left)} left`]),
  ];
  if (phrases.length > 0) return joinList(phrases);
  return `the role that grants it is ${shown(current.adminRole ?? 'unknown')} in place of ${shown(old.adminRole ?? 'unknown')}`;
}

export const codeText = ({ implementation, codeHash, implementationCodeHash }: ChainCodeValue): string =>
  implementation === null
    ? shown(codeHash ?? 'without a hash')
    : `at ${shown(implementation)}${implementationCodeHash === null ? '' : ` (hash ${shown(implementationCodeHash)})`}`;
