import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { ChainAnswer, ChainRequest } from '../../../chain/exchange.ts';
import { membersOf } from '../chain-block.ts';

export const receiptRequest = (hash: string): ChainRequest => ({
  method: 'eth_getTransactionReceipt',
  params: [hash],
});

/** Asks for a transaction and its receipt. */
export const transactionRequests = (hash: string): readonly ChainRequest[] => [
  { method: 'eth_getTransactionByHash', params: [hash] },
  receiptRequest(hash),
];

/** What a contract logged. */
interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transaction that took effect. Hex and addresses are lower case. */
export interface Transaction {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly input: string;
  readonly logs: readonly Log[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The transaction of two answers, or why it is none that counts. */
export function transactionOf(
  sent: ChainAnswer | undefined,
  received: ChainAnswer | undefined,
  wanted: string,
  block: ChainBlock,
): Transaction | string {
  const { hash, blockHash, from, to, value, input } = membersOf(sent);
  const receipt = membersOf(received);
  if (hash !== wanted || blockHash !== block.hash || receipt['blockHash'] !== block.hash) {
    return `is not in block ${block.number} with hash ${block.hash}`;
  }
  if (receipt['status'] !== '0x1') return 'failed: its receipt has not the status 1';
  const list: unknown = receipt['logs'];
  const logs = Array.isArray(list) ? list.map(logOf) : null;
  if (!isText(from) || !isText(value) || !/^0x[0-9a-f]+$/i.test(value) || !isText(input) || logs === null) {
    return 'has another form than a transaction';
  }
  if (!isText(to)) return 'creates a contract and transfers nothing';
  if (logs.some((log) => log === null)) return 'has a log of another form';
  return {
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value: BigInt(value),
    input: input.toLowerCase(),
    logs: logs.filter((log) => log !== null),
  };
}

function logOf(value: unknown): Log | null {
  if (typeof value !== 'object' || value === null) return null;
  const { address, topics, data } = value as Readonly<Record<string, unknown>>;
  if (!isText(address) || !isText(data) || !Array.isArray(topics) || !topics.every(isText)) return null;
  return { address: address.toLowerCase(), topics, data };
}
