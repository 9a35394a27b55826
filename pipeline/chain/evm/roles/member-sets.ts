/** Accounts with a power that contracts list otherwise than as roles of AccessControl. */
import type { ChainBlock } from '../../cassette-header.ts';
import { type Plan, together } from '../../exchange.ts';
import { addressesOf, padded, uintOf } from '../calls/abi.ts';
import { askContract } from '../calls/ask-contract.ts';
import type { ReadAt } from '../calls/read-many.ts';
import type { memberChecks } from '../calls/known-functions.ts';
import { hashOfName, selectorOf } from '../calls/selector-of.ts';
import { type NamingLog, readNamingLogs } from './role-logs.ts';
import { authorityOfRole } from '../../../../schemas/terms/authorities.ts';
import { roleName, roleOfName } from './role-names.ts';
import type { Role } from './roles.ts';

interface MadeSet {
  /** The function that shows who is a member; its name is that of the role. */
  readonly check: (typeof memberChecks)[number];
  /** `list` returns the members, `flag` a number for an account, `bits` a role for each bit. */
  readonly form: 'list' | 'flag' | 'bits';
  /** Events that name accounts which were members at some time. */
  readonly events: readonly string[];
  /** Those of them by which a member leaves. */
  readonly leaving?: readonly string[];
}

const leavingMinters = ['MinterRemoved(address)', 'RemoveMinter(address)'];
const minterEvents = [
  ...leavingMinters,
  'MinterAdded(address)',
  'MinterConfigured(address,uint256)',
  'AddMinter(address)',
  'SetMinter(address,bool)',
  'MinterSet(address,bool)',
  'MinterUpdated(address,bool)',
];

/** By makers: Maker and Centrifuge, Solady, Centre and OpenZeppelin 2, Frax, ERC-7281, Chainlink, ERC-3643. */
const madeSets: readonly MadeSet[] = [
  { check: 'wards(address)', form: 'flag', events: ['Rely(address)', 'Deny(address)'], leaving: ['Deny(address)'] },
  { check: 'rolesOf(address)', form: 'bits', events: ['RolesUpdated(address,uint256)'] },
  { check: 'isMinter(address)', form: 'flag', events: minterEvents, leaving: leavingMinters },
  { check: 'minters(address)', form: 'flag', events: minterEvents, leaving: leavingMinters },
  {
    check: 'isPauser(address)',
    form: 'flag',
    events: ['PauserAdded(address)', 'PauserRemoved(address)'],
    leaving: ['PauserRemoved(address)'],
  },
  { check: 'mintingMaxLimitOf(address)', form: 'flag', events: ['BridgeLimitsSet(uint256,uint256,address)'] },
  {
    check: 'isAgent(address)',
    form: 'flag',
    events: ['AgentAdded(address)', 'AgentRemoved(address)'],
    leaving: ['AgentRemoved(address)'],
  },
  { check: 'getMinters()', form: 'list', events: [] },
];

/** What contracts of Maker log a call by: its selector, and the caller and arguments as topics. */
const noteOf = (signature: string): string => `${selectorOf(signature)}${'0'.repeat(56)}`;

const topicsOf = ({ check, events }: MadeSet): readonly string[] => [
  ...events.map(hashOfName),
  ...(check.startsWith('wards') ? ['rely(address)', 'deny(address)'].map(noteOf) : []),
];

const nameOf = (check: string): string => check.slice(0, check.indexOf('('));

/** Every contract is compared with all sets, so what is hashed of them is hashed once. */
const memberSets = madeSets.map((set) => {
  const role = roleOfName(nameOf(set.check));
  return {
    ...set,
    selector: selectorOf(set.check),
    topics: topicsOf(set),
    role,
    authority: authorityOfRole(roleName(role)),
  };
});

type MemberSet = (typeof memberSets)[number];

/** A contract, and the selectors of functions that its code has. */
export interface ContractWithSets {
  readonly address: string;
  readonly functions: ReadonlySet<string>;
}

/** What the sets of a contract show. */
export interface MembersOfSets {
  readonly roles: readonly Role[];
  /** Types of authorities whose members are not known, because logs or answers are missing. */
  readonly unread: readonly string[];
  readonly lacksLogs: boolean;
}

export const readMemberSets = (
  at: ReadAt,
  block: ChainBlock,
  contracts: readonly ContractWithSets[],
): Plan<readonly MembersOfSets[]> => together(contracts.map((one) => setsOf(at, block, one)));

function* setsOf(at: ReadAt, block: ChainBlock, { address, functions }: ContractWithSets): Plan<MembersOfSets> {
  const own = memberSets.filter(({ selector }) => functions.has(selector));
  const topics = [...new Set(own.flatMap((set) => set.topics))];
  const logs = topics.length === 0 ? [] : yield* readNamingLogs(block, address, topics);
  if (logs === null || lacksEntry(logs)) return { roles: [], unread: typesOf(own), lacksLogs: true };
  const named = [...new Set(logs.flatMap(({ accounts }) => accounts))].sort();
  const found = yield* together(own.map((set) => membersOf(at, address, set, named)));
  // Members of a set that no log names an account of may be older than its events, or than the logs of the node.
  const isOpen = named.length === 0 && own.some(({ form }) => form !== 'list');
  return {
    roles: found.flatMap((roles) => roles ?? []),
    unread: typesOf(own.filter(({ form }, index) => found[index] === null || (isOpen && form !== 'list'))),
    lacksLogs: isOpen,
  };
}

const leavingTopics = new Set(memberSets.flatMap(({ leaving = [] }) => leaving.map(hashOfName)));

/** Whether an account leaves a set that no earlier log names it for: logs of that time are not there, or never were. */
function lacksEntry(logs: readonly NamingLog[]): boolean {
  const before = new Set<string>();
  for (const { topic, accounts } of logs) {
    if (leavingTopics.has(topic) && accounts.some((one) => !before.has(one))) return true;
    for (const one of accounts) before.add(one);
  }
  return false;
}

const typesOf = (sets: readonly MemberSet[]): readonly string[] => [
  ...new Set(sets.flatMap(({ authority }) => authority ?? [])),
];

function* membersOf(
  at: ReadAt,
  address: string,
  { selector, role, form }: MemberSet,
  named: readonly string[],
): Plan<readonly Role[] | null> {
  if (form === 'list') {
    const [answer = null] = yield* askContract(at, address, [selector]);
    const listed = answer === null ? null : addressesOf(answer);
    return listed === null ? [] : [roleWith(role, listed)];
  }
  if (named.length === 0) return [];
  const answers = yield* askContract(
    at,
    address,
    named.map((account) => `${selector}${padded(account)}`),
  );
  const values = answers.map((answer) => (answer === null ? null : uintOf(answer)));
  if (values.includes(null)) return null;
  if (form === 'flag') {
    return [
      roleWith(
        role,
        named.filter((_, index) => (values[index] ?? 0n) > 0n),
      ),
    ];
  }
  const bits = values.reduce<bigint>((all, value) => all | (value ?? 0n), 0n);
  return bitsOf(bits).map((bit) =>
    roleWith(
      `0x${padded((1n << bit).toString(16))}`,
      named.filter((_, index) => ((values[index] ?? 0n) >> bit) & 1n),
    ),
  );
}

const roleWith = (role: string, holders: readonly string[]): Role => ({
  role,
  adminRole: null,
  holders: [...new Set(holders)].sort(),
});

const bitsOf = (bits: bigint): readonly bigint[] =>
  Array.from({ length: 256 }, (_, bit) => BigInt(bit)).filter((bit) => ((bits >> bit) & 1n) === 1n);
