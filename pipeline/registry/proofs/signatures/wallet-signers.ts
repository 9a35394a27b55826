import type { ProvedWallet } from '../../../../schemas/facts.ts';
import { toChecksumAddress } from '../../../../schemas/values/evm.ts';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import { addressesOf, bytesOf, countOf } from '../../../chain/evm/calls/abi.ts';
import type { ChainAnswer, ChainRequest } from '../../../chain/exchange.ts';
import { callAt } from './wallet-call.ts';

/** `getOwners()` and `getThreshold()`, as multisigs answer them. */
export const signersRequests = (block: ChainBlock, wallet: string): readonly ChainRequest[] =>
  ['0xa0e67e2b', '0xe75235b8'].map((selector) => callAt(block, wallet, selector));

/** The signers of the wallet at the block; null for a wallet that does not list them. */
export function signersOf(
  block: ChainBlock,
  owners: ChainAnswer | undefined,
  threshold: ChainAnswer | undefined,
): ProvedWallet | null {
  const signers = addressesOf(dataOf(owners));
  const needed = countOf(dataOf(threshold));
  if (signers === null || signers.length === 0 || needed === null || needed < 1) return null;
  return { at: block.timestamp * 1_000, signers: signers.map(toChecksumAddress).sort(), threshold: needed };
}

const dataOf = (answer: ChainAnswer | undefined): Buffer =>
  bytesOf(answer?.kind === 'result' && typeof answer.result === 'string' ? answer.result : '');
