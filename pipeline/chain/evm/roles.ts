import { both, type ChainAnswer, type ChainRequest, type Plan, together } from '../exchange.ts';
import type { ChainBlock } from '../cassette-header.ts';
import { addressOfWord, boolOf, bytesOf, hexOf, padded } from './abi.ts';
import { type ReadAt, readViews } from './read-many.ts';

/** A role of a contract at the block. */
export interface Role {
  /** `0x` and 64 hex digits, lower case. */
  readonly role: string;
  /** Hash of the role that grants it. */
  readonly adminRole: string;
  /** Sorted. */
  readonly holders: readonly string[];
}

const granted = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d';
const revoked = '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b';
const [hasRole, getRoleAdmin] = ['0x91d14854', '0x248a9ca3'];

/** Requests for the logs of one contract; a provider that needs more gives no history. */
const mostLogRequests = 64;
/** More pairs of role and account than these are not confirmed in one call. */
const pairsPerCall = 400;

/**
 * Roles of contracts with AccessControl: accounts from the logs since the first block, each confirmed with `hasRole` at the
 * block, so that a log alone proves nothing. Null: the log history is not complete, so the holders are not known.
 */
export const readRoles = (
  at: ReadAt,
  block: ChainBlock,
  contracts: readonly string[],
): Plan<readonly (readonly Role[] | null)[]> => together(contracts.map((contract) => rolesOf(at, block, contract)));

function* rolesOf(at: ReadAt, block: ChainBlock, contract: string): Plan<readonly Role[] | null> {
  const logs = yield* readLogs(block, contract);
  // A contract with roles has granted one when it was created; a node without any log of it has lost them.
  if (logs === null || logs.length === 0) return null;
  const pairs = [...new Set(logs.map(([role, account]) => `${role}${padded(account)}`))].sort();
  const roles = [...new Set(logs.map(([role]) => role))].sort();
  const [confirmed, admins] = yield* both(
    ask(
      at,
      contract,
      pairs.map((pair) => `${hasRole}${pair.slice(2)}`),
    ),
    ask(
      at,
      contract,
      roles.map((role) => `${getRoleAdmin}${role.slice(2)}`),
    ),
  );
  const holds = confirmed.map((data) => (data === null ? null : boolOf(data)));
  if (holds.includes(null) || admins.some((data) => data?.length !== 32)) return null;
  return roles.map((role, index) => ({
    role,
    adminRole: hexOf(admins[index] ?? Buffer.alloc(32)),
    holders: pairs
      .filter((pair, at) => holds[at] === true && pair.startsWith(role))
      .map((pair) => `0x${pair.slice(-40)}`),
  }));
}

function* ask(at: ReadAt, contract: string, calls: readonly string[]): Plan<readonly (Buffer | null)[]> {
  const parts: Plan<readonly (Buffer | null)[]>[] = [];
  for (let from = 0; from < calls.length; from += pairsPerCall) {
    parts.push(askPart(at, contract, calls.slice(from, from + pairsPerCall)));
  }
  return (yield* together(parts)).flat();
}

function* askPart(at: ReadAt, contract: string, calls: readonly string[]): Plan<readonly (Buffer | null)[]> {
  const [reading] = yield* readViews(at, [contract], calls);
  return calls.map((_, index) => {
    const outcome = reading?.outcomes[index];
    return outcome?.kind === 'ok' ? outcome.data : null;
  });
}

type RoleLog = readonly [role: string, account: string];

/** Logs of a contract up to the block; a range that the provider refuses is halved. Null: not the whole history. */
function* readLogs(block: ChainBlock, contract: string): Plan<readonly RoleLog[] | null> {
  const ranges: (readonly [from: number, to: number])[] = [[0, block.number]];
  const logs: RoleLog[] = [];
  for (let requests = 0; ranges.length > 0; requests += 1) {
    const [from, to] = ranges.shift() ?? [0, 0];
    const [answer, header] = yield [logsRequest(contract, from, to), headerRequest(block.number)];
    // A node that is behind answers with fewer logs and no error; one on another branch with other logs.
    if (!hasHash(header, block.hash)) return null;
    const found = logsOf(answer, contract);
    if (found !== null) logs.push(...found);
    else if (from === to || requests + ranges.length >= mostLogRequests) return null;
    else {
      const half = Math.floor((from + to) / 2);
      ranges.unshift([from, half], [half + 1, to]);
    }
  }
  return logs;
}

const quantity = (value: number): string => `0x${value.toString(16)}`;

const logsRequest = (contract: string, from: number, to: number): ChainRequest => ({
  method: 'eth_getLogs',
  params: [{ address: contract, fromBlock: quantity(from), toBlock: quantity(to), topics: [[granted, revoked]] }],
});

const headerRequest = (number: number): ChainRequest => ({
  method: 'eth_getBlockByNumber',
  params: [quantity(number), false],
});

const hasHash = (answer: ChainAnswer | undefined, hash: string): boolean =>
  answer?.kind === 'result' && isRecord(answer.result) && answer.result['hash'] === hash;

function logsOf(answer: ChainAnswer | undefined, contract: string): readonly RoleLog[] | null {
  if (answer?.kind !== 'result' || !Array.isArray(answer.result)) return null;
  const logs = answer.result.map((log: unknown) => roleLogOf(log, contract));
  return logs.every((log) => log !== null) ? logs : null;
}

function roleLogOf(log: unknown, contract: string): RoleLog | null {
  if (!isRecord(log) || String(log['address']).toLowerCase() !== contract || !Array.isArray(log['topics'])) return null;
  const [, role, account] = log['topics'].map((topic) => String(topic).toLowerCase());
  if (role === undefined || account === undefined || !/^0x[0-9a-f]{64}$/.test(role)) return null;
  const address = addressOfWord(bytesOf(account));
  return address === null ? null : [role, address];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
