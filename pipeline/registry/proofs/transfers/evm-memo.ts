import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import { blockProblem, blockRequests } from '../chain-block.ts';
import { transactionOf, transactionRequests } from './evm-transaction.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import type { TransferLedger } from './transfer-ledger.ts';

/** A transaction from the authority to itself that moves nothing, whose input is the challenge. */
export const evmMemo: TransferLedger<string> = { version: 'memo-1', read: readMemo };

function* readMemo(claim: ProofClaim, block: ChainBlock, hash: string, challenge: string): Plan<RefusedProof | null> {
  const [id, finalized, header, sent, receipt] = yield [...blockRequests(block), ...transactionRequests(hash)];
  const blockIssue = blockProblem(claim, block, [id, finalized, header]);
  if (blockIssue !== null) return refused('evidence.blockNumber', blockIssue);
  const transaction = transactionOf(sent, receipt, hash, block);
  if (typeof transaction === 'string') return refused('evidence.transactionHash', transaction);
  const { from, to, value, input } = transaction;
  const own = claim.authority.address.toLowerCase();
  if (from !== own || to !== own) {
    return refused('evidence.transactionHash', `was sent by ${from} to ${to}, not by ${own} to itself`);
  }
  if (value !== 0n) return refused('evidence.transactionHash', `moves ${value}; a memo moves nothing`);
  return input === `0x${Buffer.from(challenge, 'utf8').toString('hex')}`
    ? null
    : refused('evidence.transactionHash', 'has another input than the challenge in UTF-8');
}
