import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import { isSafeProxy, singletonVersion } from '../../../chain/evm/accounts/safe-deployments.ts';
import type { ChainAnswer, Plan } from '../../../chain/exchange.ts';
import { blockProblem, blockRequests } from '../chain-block.ts';
import { type Transaction, transactionOf, transactionRequests } from './evm-transaction.ts';
import { type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import { safeCallOf, safeSuccessTopic } from './safe-call.ts';
import type { AskedTransfer } from '../statement/transfer-challenge.ts';
import type { TransferLedger } from './transfer-ledger.ts';

/** Only the authority can have made it: as the sender, or as a Safe that was asked for nothing else. */
export const evmAmount: TransferLedger<AskedTransfer> = { version: 'transfer-1', read: readAmount };

function* readAmount(
  claim: ProofClaim,
  block: ChainBlock,
  hash: string,
  asked: AskedTransfer,
): Plan<RefusedProof | null> {
  const authority = claim.authority.address.toLowerCase();
  const at = { blockHash: block.hash, requireCanonical: true };
  const [id, finalized, header, sent, receipt, code, first] = yield [
    ...blockRequests(block),
    ...transactionRequests(hash),
    // A Safe is recognised by its code and its singleton; of a key both are empty.
    { method: 'eth_getCode', params: [authority, at] },
    { method: 'eth_getStorageAt', params: [authority, `0x${'0'.repeat(64)}`, at] },
  ];
  const blockIssue = blockProblem(claim, block, [id, finalized, header]);
  if (blockIssue !== null) return refused('evidence.blockNumber', blockIssue);
  const transaction = transactionOf(sent, receipt, hash, block);
  if (typeof transaction === 'string') return refused('evidence.transactionHash', transaction);
  const isSafe = isSafeAt(claim.chain.caip2, code, first);
  const problem = transferProblem(authority, transaction, asked, isSafe);
  return problem === null ? null : refused('evidence.transactionHash', problem);
}

function isSafeAt(caip2: string, code: ChainAnswer | undefined, first: ChainAnswer | undefined): boolean {
  const [bytes, slot] = [code, first].map((answer) =>
    answer?.kind === 'result' && typeof answer.result === 'string' ? answer.result.slice(2) : '',
  );
  const hash = `0x${Buffer.from(keccak_256(Buffer.from(bytes ?? '', 'hex'))).toString('hex')}`;
  return isSafeProxy(hash) && singletonVersion(caip2, `0x${(slot ?? '').padStart(64, '0').slice(24)}`) !== null;
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const wordOf = (hex: string): string => hex.replace(/^0x/, '').padStart(64, '0');

/** Why a transaction does not show that the authority made the transfer. A log alone shows nothing: any spender makes one. */
function transferProblem(
  authority: string,
  { from, to, value, input, logs }: Transaction,
  { token, amount, recipient }: AskedTransfer,
  isSafe: boolean,
): string | null {
  if (token === null) {
    if (from !== authority) return `was sent by ${from}, not by ${authority}`;
    if (to !== recipient) return `went to ${to}, not to ${recipient}`;
    return value === amount ? null : `moves ${value}, not ${amount}`;
  }
  const transfer = `0xa9059cbb${wordOf(recipient)}${wordOf(amount.toString(16))}`;
  if (from === authority) {
    if (to !== token) return `calls ${to}, not the token ${token}`;
    if (input !== transfer) return `does not call transfer(${recipient}, ${amount})`;
  } else {
    if (to !== authority) return `was sent by ${from} to ${to}: neither by the authority, nor to it as a Safe`;
    if (!isSafe) return `was sent to ${authority}, which is no Safe of a published version`;
    const call = safeCallOf(input);
    if (call === null) return 'does not call execTransaction of the Safe';
    const isPlain = call.to === token && call.value === 0n && call.operation === 0 && call.data === transfer;
    if (!isPlain) return `does not make the Safe call transfer(${recipient}, ${amount}) of the token ${token}`;
    const succeeded = logs.filter((log) => log.address === authority && log.topics[0] === safeSuccessTopic);
    if (succeeded.length !== 1) return 'has no log ExecutionSuccess of the Safe, so its call failed';
  }
  const shown = logs.filter(
    (log) =>
      log.address === token &&
      log.topics.length === 3 &&
      log.topics[0] === transferTopic &&
      log.topics[1] === `0x${wordOf(authority)}` &&
      log.topics[2] === `0x${wordOf(recipient)}` &&
      log.data === `0x${wordOf(amount.toString(16))}`,
  );
  return shown.length === 1
    ? null
    : `has ${shown.length} logs Transfer of the token with this sender, recipient and amount, not one`;
}
