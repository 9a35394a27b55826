import type { ChainBlock } from '../../cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { addressAt, addressOfWord, bytesOf } from '../calls/abi.ts';
import { isRecord } from '../../../../schemas/values/is-record.ts';

const granted = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d';
const revoked = '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b';

/** Requests for the logs of one contract; a provider that needs more gives no history. */
const mostLogRequests = 64;

/** A role and an account that had it at some time. */
export type RoleLog = readonly [role: string, account: string];

/** Roles granted and revoked up to the block. Null: not the whole history. */
export const readRoleLogs = (block: ChainBlock, contract: string): Plan<readonly RoleLog[] | null> =>
  readLogs(block, contract, [granted, revoked], (log) => roleLogOf(log, contract));

/** Accounts that logs with these first topics name in any place, sorted. Null: not the whole history. */
export function* readNamedAccounts(
  block: ChainBlock,
  contract: string,
  topics: readonly string[],
): Plan<readonly string[] | null> {
  const logs = yield* readLogs(block, contract, topics, (log) => accountsIn(log, contract));
  return logs === null ? null : [...new Set(logs.flat())].sort();
}

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
  const [, role, account] = log['topics'].map((topic) => String(topic).toLowerCase());
  if (role === undefined || account === undefined || !/^0x[0-9a-f]{64}$/.test(role)) return null;
  const address = addressOfWord(bytesOf(account));
  return address === null ? null : [role, address];
}

/** Makers differ in which members of an event are indexed: each that has the form of an account may be one. */
function accountsIn(log: unknown, contract: string): readonly string[] | null {
  if (!isRecord(log) || String(log['address']).toLowerCase() !== contract || !Array.isArray(log['topics'])) return null;
  const topics = log['topics'].slice(1).map((topic) => addressOfWord(bytesOf(String(topic).toLowerCase())));
  const data = bytesOf(typeof log['data'] === 'string' ? log['data'] : '0x');
  const words = Array.from({ length: Math.min(Math.floor(data.length / 32), mostWords) }, (_, at) =>
    addressAt(data, at),
  );
  return [...topics, ...words].filter((address): address is string => address !== null && !isSmall(address));
}

const mostWords = 4;
/** Amounts and flags have the form of an account, too. */
const isSmall = (address: string): boolean => BigInt(address) < 1n << 64n;
