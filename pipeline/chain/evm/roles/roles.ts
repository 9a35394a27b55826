import type { ChainBlock } from '../../cassette-header.ts';
import { type Plan, together } from '../../exchange.ts';
import { boolOf, hexOf, padded } from '../calls/abi.ts';
import { askContract } from '../calls/ask-contract.ts';
import type { ReadAt } from '../calls/read-many.ts';
import { readRoleLogs, type RoleLog } from './role-logs.ts';
import { readRoleMembers, type RoleContract } from './role-members.ts';
import { defaultAdminRole } from './role-names.ts';

/** Roles of a contract. */
export interface FoundRoles {
  readonly roles: readonly Role[];
  /** Whether its logs, which may name more roles, were all read. */
  readonly hasLogs: boolean;
  /** Whether the accounts of its roles are known; else none is stated, because the logs that name them are not all there. */
  readonly areKnown: boolean;
}

/** A role of a contract at the block. */
export interface Role {
  /** `0x` and 64 hex digits, lower case. */
  readonly role: string;
  /** Hash of the role that grants it; null: none does. */
  readonly adminRole: string | null;
  /** Sorted. */
  readonly holders: readonly string[];
}

const [hasRole, getRoleAdmin] = ['0x91d14854', '0x248a9ca3'];

/**
 * Roles of contracts with AccessControl: accounts from the logs since the first block and, if the contract lists the
 * members of roles, from its state. Each is confirmed with `hasRole` at the block, so that a log alone proves nothing.
 * Null: an answer is missing.
 */
export const readRoles = (
  at: ReadAt,
  block: ChainBlock,
  contracts: readonly RoleContract[],
): Plan<readonly (FoundRoles | null)[]> => together(contracts.map((contract) => rolesOf(at, block, contract)));

function* rolesOf(at: ReadAt, block: ChainBlock, contract: RoleContract): Plan<FoundRoles | null> {
  const { address } = contract;
  const members = yield* readRoleMembers(at, contract);
  const history = yield* readRoleLogs(block, address);
  // A contract with roles has granted one when it was created; a node without any log of it has lost them.
  const logs = history === null || history.length === 0 || lacksGrant(history) ? null : history;
  if (members === null && logs === null) return notKnown;
  const named = (logs ?? []).map(({ role }) => role);
  const roles = [...new Set([...(members?.roles ?? []), ...named])].sort();
  const admins = yield* askContract(
    at,
    address,
    roles.map((role) => `${getRoleAdmin}${role.slice(2)}`),
  );
  if (admins.some((data) => data?.length !== 32)) return null;
  const adminOf = new Map(roles.map((role, index) => [role, hexOf(admins[index] ?? Buffer.alloc(32))]));
  const granted = (logs ?? []).flatMap(({ role, account }) => (account === null ? [] : [pairOf(role, account)]));
  const listed = (members?.members ?? []).map(([role, account]) => pairOf(role, account));
  const pairs = [...new Set([...listed, ...granted, ...decidersIn(logs ?? [], adminOf)])].sort();
  const confirmed = yield* askContract(
    at,
    address,
    pairs.map((pair) => `${hasRole}${pair.slice(2)}`),
  );
  const holds = confirmed.map((data) => (data === null ? null : boolOf(data)));
  if (holds.includes(null)) return null;
  const logged = new Set([...listed, ...granted]);
  const isMissing = pairs.some((pair, at) => holds[at] === true && !logged.has(pair));
  if (isMissing && members === null) return notKnown;
  const stated = roles.map((role) => ({
    role,
    adminRole: adminOf.get(role) ?? null,
    holders: pairs
      .filter((pair, at) => holds[at] === true && pair.startsWith(role))
      .map((pair) => `0x${pair.slice(-40)}`),
  }));
  return { roles: stated, hasLogs: logs !== null && !isMissing, areKnown: true };
}

const notKnown: FoundRoles = { roles: [], hasLogs: false, areKnown: false };

/**
 * Accounts that gave a role away, with each role that decides or decided about it. One that has it still got it by a log, so that
 * log must be there, too. A role is decided about by that of default until a log names another.
 */
function decidersIn(logs: readonly RoleLog[], adminOf: ReadonlyMap<string, string>): readonly string[] {
  const deciding = new Map<string, Set<string>>();
  for (const { role, formerAdmin } of logs) {
    const known = deciding.get(role) ?? new Set([defaultAdminRole, adminOf.get(role) ?? defaultAdminRole]);
    deciding.set(role, formerAdmin === null ? known : known.add(formerAdmin));
  }
  return logs.flatMap(({ role, by }) =>
    by === null ? [] : [...(deciding.get(role) ?? [])].map((admin) => pairOf(admin, by)),
  );
}

/** A role and an account, as they are asked for. */
const pairOf = (role: string, account: string): string => `${role}${padded(account)}`;

/** Whether an account lost a role that no earlier log gave to it: logs of that time are not there. */
function lacksGrant(logs: readonly RoleLog[]): boolean {
  const given = new Set<string>();
  for (const { kind, role, account } of logs) {
    const pair = `${role}${account}`;
    if (kind === 'granted') given.add(pair);
    else if (kind === 'revoked' && !given.has(pair)) return true;
  }
  return false;
}
