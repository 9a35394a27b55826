/** Members of roles that a contract lists itself (AccessControlEnumerable), so they are read from state without logs. */
import type { Plan } from '../../exchange.ts';
import { addressOfWord, boolOf, countOf, hexOf } from '../calls/abi.ts';
import { askContract } from '../calls/ask-contract.ts';
import { codeRequest } from '../calls/block-requests.ts';
import { type ReadAt, resultBytes } from '../calls/read-many.ts';
import type { RoleMember } from './role-logs.ts';
import { defaultAdminRole, knownRoles, roleName } from './role-names.ts';

/** supportsInterface(0x5a05180f), getRoleMemberCount, getRoleMember, getRoleAdmin. */
const enumerable = `0x01ffc9a7${'5a05180f'.padEnd(64, '0')}`;
const [memberCount, memberAt, getRoleAdmin] = ['0xca15c873', '0x9010d07c', '0x248a9ca3'];
const mostMembers = 2_000;
/** Roles whose admins are roles that were not known: a longer chain of them is not followed. */
const mostRounds = 4;

/** A contract with AccessControl. */
export interface RoleContract {
  readonly address: string;
  /** Contracts whose code it runs. */
  readonly code: readonly string[];
}

export interface RoleMembers {
  /** Roles with members, and those that the contract defines and no one has. */
  readonly roles: readonly string[];
  readonly members: readonly RoleMember[];
}

/**
 * Roles and their members as the contract lists them; null when it does not, or when an answer is missing. A contract lists
 * the members of a role and not its roles, so these are the constants in its code, names that are known, and their admins.
 */
export function* readRoleMembers(at: ReadAt, { address, code }: RoleContract): Plan<RoleMembers | null> {
  const [supports = null] = yield* askContract(at, address, [enumerable]);
  if (supports === null || boolOf(supports) !== true) return null;
  const constants = yield* readConstants(at, [address, ...code]);
  if (constants === null) return null;
  const counts = yield* readCounts(at, address, [...new Set([defaultAdminRole, ...constants, ...knownRoles])]);
  if (counts === null) return null;
  const isDefined = (role: string): boolean =>
    role === defaultAdminRole || (constants.has(role) && roleName(role) !== null);
  const roles = [...counts].filter(([role, count]) => count > 0 || isDefined(role));
  const total = roles.reduce((sum, [, count]) => sum + count, 0);
  if (total > mostMembers) return null;
  const places = roles.flatMap(([role, count]) => Array.from({ length: count }, (_, index) => [role, index] as const));
  const answers = yield* askContract(
    at,
    address,
    places.map(([role, index]) => `${memberAt}${role.slice(2)}${index.toString(16).padStart(64, '0')}`),
  );
  const members = places.flatMap(([role], index) => {
    const account = addressOfWord(answers[index] ?? Buffer.alloc(0));
    return account === null ? [] : [[role, account] as const];
  });
  const isWhole = new Set(members.map(([role, account]) => `${role}${account}`)).size === total;
  return isWhole ? { roles: roles.map(([role]) => role), members } : null;
}

/** Number of members by role, also of the roles that grant those with members. */
function* readCounts(at: ReadAt, address: string, first: readonly string[]): Plan<ReadonlyMap<string, number> | null> {
  const counts = new Map<string, number>();
  let wanted = first;
  for (let round = 0; wanted.length > 0 && round < mostRounds; round += 1) {
    const asked = yield* askContract(
      at,
      address,
      wanted.map((role) => `${memberCount}${role.slice(2)}`),
    );
    for (const [index, role] of wanted.entries()) {
      const count = countOf(asked[index] ?? Buffer.alloc(0));
      if (count === null) return null;
      counts.set(role, count);
    }
    const held = wanted.filter((role) => (counts.get(role) ?? 0) > 0);
    const admins = yield* askContract(
      at,
      address,
      held.map((role) => `${getRoleAdmin}${role.slice(2)}`),
    );
    if (admins.some((admin) => admin?.length !== 32)) return null;
    wanted = [...new Set(admins.map((admin) => hexOf(admin ?? Buffer.alloc(32))))].filter((role) => !counts.has(role));
  }
  return counts;
}

/** Constants of 32 bytes in the code of contracts, which hashes of roles are; null when some code is not known. */
function* readConstants(at: ReadAt, contracts: readonly string[]): Plan<ReadonlySet<string> | null> {
  const answers = yield contracts.map((contract) => codeRequest(at.blockHash, contract));
  const codes = answers.map(resultBytes);
  return codes.includes(null) ? null : new Set(codes.flatMap((code) => wordsPushed(code ?? Buffer.alloc(0))));
}

const [push1, push2, push32] = [0x60, 0x61, 0x7f];
const jumpTarget = 0x5b;
const zeros = Buffer.alloc(8);

/** A compiler pushes a constant, or copies it from behind the code, whose offset it pushes. */
function wordsPushed(code: Buffer): readonly string[] {
  const words: Buffer[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const operation = code.readUInt8(at);
    if (operation < push1 || operation > push32) continue;
    if (operation === push32) words.push(code.subarray(at + 1, at + 33));
    const offset = operation === push2 && at + 2 < code.length ? code.readUInt16BE(at + 1) : code.length;
    if (offset < code.length && code[offset] !== jumpTarget) words.push(code.subarray(offset, offset + 32));
    at += operation - push1 + 1;
  }
  return words.filter(mayBeHash).map(hexOf);
}

/** A hash has no eight zero bytes at an end; selectors and masks do. */
const mayBeHash = (word: Buffer): boolean =>
  word.length === 32 && !word.subarray(0, 8).equals(zeros) && !word.subarray(24).equals(zeros);
