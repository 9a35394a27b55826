import type { ChainBlock } from '../../cassette-header.ts';
import { both, type Plan, together } from '../../exchange.ts';
import { boolOf, hexOf, padded } from '../calls/abi.ts';
import { askContract } from '../calls/ask-contract.ts';
import type { ReadAt } from '../calls/read-many.ts';
import { readRoleLogs } from './role-logs.ts';
import { readRoleMembers, type RoleContract } from './role-members.ts';

/** Roles of a contract. */
export interface FoundRoles {
  readonly roles: readonly Role[];
  /** Whether its logs, which may name more roles, were all read. */
  readonly hasLogs: boolean;
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
 * Null: neither is known, so the holders are not.
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
  const logs = history === null || history.length === 0 ? null : history;
  if (members === null && logs === null) return null;
  const found = [...(members?.members ?? []), ...(logs ?? [])];
  const pairs = [...new Set(found.map(([role, account]) => `${role}${padded(account)}`))].sort();
  const roles = [...new Set([...(members?.roles ?? []), ...found.map(([role]) => role)])].sort();
  const [confirmed, admins] = yield* both(
    askContract(
      at,
      address,
      pairs.map((pair) => `${hasRole}${pair.slice(2)}`),
    ),
    askContract(
      at,
      address,
      roles.map((role) => `${getRoleAdmin}${role.slice(2)}`),
    ),
  );
  const holds = confirmed.map((data) => (data === null ? null : boolOf(data)));
  if (holds.includes(null) || admins.some((data) => data?.length !== 32)) return null;
  const stated = roles.map((role, index) => ({
    role,
    adminRole: hexOf(admins[index] ?? Buffer.alloc(32)),
    holders: pairs
      .filter((pair, at) => holds[at] === true && pair.startsWith(role))
      .map((pair) => `0x${pair.slice(-40)}`),
  }));
  return { roles: stated, hasLogs: logs !== null };
}
