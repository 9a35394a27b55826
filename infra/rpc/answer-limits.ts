import type { JsonLimits } from '../../schemas/values/json-size.ts';
import type { RpcRequest } from './rpc-types.ts';

/** What an answer may cost: bytes on the wire and decoded, and values that a parser makes of them. */
export interface AnswerLimits extends JsonLimits {
  readonly bytes: number;
}

interface Kind {
  readonly bytes: number;
  readonly parts: number;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

const word: Kind = { bytes: 16 * kibibyte, parts: 200 };
/** Hashes of up to 50,000 transactions. */
const block: Kind = { bytes: 4 * mebibyte, parts: 100_000 };
/** Up to 40,000 logs; a range with more is asked for in parts. */
const logs: Kind = { bytes: 32 * mebibyte, parts: 1_000_000 };
/** A transaction with its logs and the accounts that it touched. */
const transaction: Kind = { bytes: 8 * mebibyte, parts: 250_000 };
/** One text in hex: code, or what a call returns, which the gas of nodes bounds at some 8 MiB. */
const hex = (bytes: number): Kind => ({ bytes, parts: 200 });

/** Limits of each answer by the method that was asked. */
const kinds: Readonly<Record<string, Kind>> = {
  eth_blockNumber: word,
  eth_chainId: word,
  eth_getBalance: word,
  eth_getStorageAt: word,
  getBlockTime: word,
  getGenesisHash: word,
  getLatestBlockhash: word,
  getSlot: word,
  ots_getContractCreator: word,
  eth_getCode: hex(2 * mebibyte),
  eth_call: hex(24 * mebibyte),
  eth_getBlockByHash: block,
  eth_getBlockByNumber: block,
  getBlock: block,
  ledger: block,
  eth_getProof: { bytes: 2 * mebibyte, parts: 20_000 },
  eth_getLogs: logs,
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: transaction,
  getTransaction: transaction,
  tx: transaction,
  getSignaturesForAddress: { bytes: mebibyte, parts: 50_000 },
  /** A hundred accounts, in base64. */
  getMultipleAccounts: { bytes: 32 * mebibyte, parts: 10_000 },
};

const usual: Kind = { bytes: mebibyte, parts: 20_000 };
/** Of all answers of one body. */
const largest: Kind = { bytes: 50 * mebibyte, parts: 1_000_000 };
const deepest = 64;
/** `jsonrpc`, `id` and the error of an answer, which may be as long as a word. */
const envelope: Kind = word;

/** The limits of the body that answers these requests. */
export function answerLimitsOf(requests: readonly Pick<RpcRequest, 'method'>[]): AnswerLimits {
  const sum = { bytes: 0, parts: 0 };
  for (const { method } of requests) {
    const { bytes, parts } = Object.hasOwn(kinds, method) ? (kinds[method] ?? usual) : usual;
    sum.bytes += bytes + envelope.bytes;
    sum.parts += parts + envelope.parts;
  }
  return { bytes: Math.min(sum.bytes, largest.bytes), parts: Math.min(sum.parts, largest.parts), depth: deepest };
}
