import type { Chain } from '../../../../schemas/values/chains.ts';
import type { ChainAnswer, ChainRequest } from '../../../chain/exchange.ts';
import { membersOf } from '../chain-block.ts';
import { receiptRequest } from './evm-transaction.ts';
import { finalTransactionRequest } from './solana-transaction.ts';
import { txRequest } from './xrpl-memo.ts';

/** How a kind of chain answers in which block a transaction is. */
interface BlockQuestion {
  readonly request: (hash: string) => ChainRequest;
  /** Member of the answer with the block, as a number or as hex. */
  readonly member: string;
}

const questions: Readonly<Record<Chain['encoding'], BlockQuestion>> = {
  evm: { request: receiptRequest, member: 'blockNumber' },
  solana: { request: finalTransactionRequest, member: 'slot' },
  xrpl: { request: txRequest, member: 'ledger_index' },
};

/** Asks for the block of a transaction. Where it is decides nothing: the plan reads the transaction in that block again. */
export const transactionBlockRequest = ({ encoding }: Chain, hash: string): ChainRequest =>
  questions[encoding].request(hash);

/** The number of the block that an answer to this request names; null if it names none. */
export function transactionBlockOf({ encoding }: Chain, answer: ChainAnswer | undefined): number | null {
  const value = membersOf(answer)[questions[encoding].member];
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
