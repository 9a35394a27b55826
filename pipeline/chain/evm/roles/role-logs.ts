import type { ChainBlock } from '../../cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { addressAt, addressOfWord, bytesOf } from '../calls/abi.ts';
import { isRecord } from '../../../../schemas/values/is-record.ts';

const granted = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d';
const revoked = '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b';

/** `RoleAdminChanged`: the role of its first topic is there, whether an account has it or not. */
const adminChanged = '0xbd79b86ffe0ab8e8776151514217cd7cacd52c909f66475c3af44e129f0b00ff';

/** Requests for the logs of one contract; a provider that needs more gives no history. */
const mostLogRequests = 64;

/** A role and an account that had it at some time. */
export type RoleMember = readonly [role: string, account: string];

/** What happened to a role: an account got or lost it, or another role decides about it. */
export interface RoleLog {
  readonly kind: 'granted' | 'revoked' | 'admin_changed';
  readonly role: string;
  /** Null: the log names none. */
  readonly account: string | null;
  /** The account that called; null: the log names none. */
  readonly by: string | null;
  /** The role that decided about it before; null: the log names none. */
  readonly formerAdmin: string | null;
}

/** What happened to the roles of a contract up to the block, in order. Null: not the whole history. */
export const readRoleLogs = (block: ChainBlock, contract: string): Plan<readonly RoleLog[] | null> =>
  readLogs(block, contract, [granted, revoked, adminChanged], (log) => roleLogOf(log, contract));

/** A log with the accounts that it names in any place. */
export interface NamingLog {
  /** Its first topic. */
  readonly topic: string;
  readonly accounts: readonly string[];
}

/** Logs with these first topics, in order. Null: not the whole history. */
export const readNamingLogs = (
  block: ChainBlock,
  contract: string,
  topics: readonly string[],
): Plan<readonly NamingLog[] | null> => readLogs(block, contract, topics, (log) => namingLogOf(log, contract));

/** Logs of a contract up to the block; a range that the provider refuses is halved. Null: not the whole history. */
function* readLogs<T>(
  block: ChainBlock,
  contract: string,
  topics: readonly string[],
  read: (log: unknown) => T | null,
): Plan<readonly T[] | null> {
  const ranges: (readonly [from: number, to: number])[] = [[0, block.number]];
  const logs: T[] = [];
  for (let requests = 0; ranges.length > 0; requests += 1) {
    const [from, to] = ranges.shift() ?? [0, 0];
    const [answer, header] = yield [logsRequest(contract, from, to, topics), headerRequest(block.number)];
    // A node that is behind answers with fewer logs and no error; one on another branch with other logs.
    if (!hasHash(header, block.hash)) return null;
    const found = logsOf(answer, read);
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

const logsRequest = (contract: string, from: number, to: number, topics: readonly string[]): ChainRequest => ({
  method: 'eth_getLogs',
  params: [{ address: contract, fromBlock: quantity(from), toBlock: quantity(to), topics: [topics] }],
});

const headerRequest = (number: number): ChainRequest => ({
  method: 'eth_getBlockByNumber',
  params: [quantity(number), false],
});

const hasHash = (answer: ChainAnswer | undefined, hash: string): boolean =>
  answer?.kind === 'result' && isRecord(answer.result) && answer.result['hash'] === hash;

function logsOf<T>(answer: ChainAnswer | undefined, read: (log: unknown) => T | null): readonly T[] | null {
  if (answer?.kind !== 'result' || !Array.isArray(answer.result)) return null;
  const logs = answer.result.map(read);
  return logs.includes(null) ? null : (logs as readonly T[]);
}

function roleLogOf(log: unknown, contract: string): RoleLog | null {
  if (!isRecord(log) || String(log['address']).toLowerCase() !== contract || !Array.isArray(log['topics'])) return null;
  const [topic, role, account, by] = log['topics'].map((one) => String(one).toLowerCase());
  if (role === undefined || account === undefined || !/^0x[0-9a-f]{64}$/.test(role)) return null;
  if (topic === adminChanged) return { kind: 'admin_changed', role, account: null, by: null, formerAdmin: account };
  const address = addressOfWord(bytesOf(account));
  if (address === null) return null;
  const caller = by === undefined ? null : addressOfWord(bytesOf(by));
  return { kind: topic === revoked ? 'revoked' : 'granted', role, account: address, by: caller, formerAdmin: null };
}

/** Makers differ in which members of an event are indexed: each that has the form of an account may be one. */
function namingLogOf(log: unknown, contract: string): NamingLog | null {
  if (!isRecord(log) || String(log['address']).toLowerCase() !== contract || !Array.isArray(log['topics'])) return null;
  const topics = log['topics'].slice(1).map((topic) => addressOfWord(bytesOf(String(topic).toLowerCase())));
  const data = bytesOf(typeof log['data'] === 'string' ? log['data'] : '0x');
  const words = Array.from({ length: Math.min(Math.floor(data.length / 32), mostWords) }, (_, at) =>
    addressAt(data, at),
  );
  const accounts = [...topics, ...words].filter((one): one is string => one !== null && !isSmall(one));
  return { topic: String(log['topics'][0]).toLowerCase(), accounts };
}

const mostWords = 4;
/** Amounts and flags have the form of an account, too. */
const isSmall = (address: string): boolean => BigInt(address) < 1n << 64n;
