import type { ChainBlock } from '../../cassette-header.ts';
import type { ChainAnswer, ChainRequest, Plan } from '../../exchange.ts';
import { addressOfWord, bytesOf } from '../calls/abi.ts';
import { isRecord } from '../../../../schemas/values/is-record.ts';

const granted = '0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d';
const revoked = '0xf6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b';

/** Requests for the logs of one contract; a provider that needs more gives no history. */
const mostLogRequests = 64;

/** A role and an account that had it at some time. */
export type RoleLog = readonly [role: string, account: string];

/** Logs of a contract up to the block; a range that the provider refuses is halved. Null: not the whole history. */
export function* readRoleLogs(block: ChainBlock, contract: string): Plan<readonly RoleLog[] | null> {
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
