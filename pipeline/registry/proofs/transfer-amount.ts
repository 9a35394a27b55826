import { keccak_256 } from '@noble/hashes/sha3.js';
import { formatTimestamp } from '../../../schemas/values/timestamp.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import { isSafeProxy, singletonVersion } from '../../chain/evm/safe-deployments.ts';
import type { ChainAnswer, Plan } from '../../chain/exchange.ts';
import { blockProblem, blockRequests } from './chain-block.ts';
import type { PreparedProof } from './chain-proof.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from './proof.ts';
import { safeCallOf, safeSuccessTopic } from './safe-call.ts';
import { type Transaction, transactionOf, transactionPlace, transactionRequests } from './transaction.ts';
import { type AskedTransfer, readTransferChallenge } from './transfer-challenge.ts';

const planVersion = 'transfer-1';

/**
 * Prepares `transfer` / `amount` on an EVM chain: the transaction `evidence.transactionHash` in the final block
 * `evidence.blockNumber` moves exactly what the challenge asks for, and only the authority can have made it.
 */
export function prepareTransferAmount(claim: ProofClaim): PreparedProof {
  const { chain, method } = claim;
  if (chain.encoding !== 'evm') return refused('method.kind', `amount is not supported yet on ${chain.slug}`);
  const unknown = unknownMember(claim, {
    method: ['type', 'kind', 'transaction_hash', 'sender', 'asset', 'amount'],
    evidence: ['transactionHash', 'blockNumber'],
  });
  if (unknown !== null) return unknown;
  const place = transactionPlace(claim);
  if ('verified' in place) return place;
  const { hash, blockNumber } = place;
  const asked = readTransferChallenge(claim);
  if (typeof asked === 'string') return refused('challenge', asked);
  const stated: Readonly<Record<string, unknown>> = {
    ...{ transaction_hash: hash, sender: claim.authority.address },
    ...{ asset: asked.asset, amount: asked.amount.toString() },
  };
  const other = Object.keys(stated).find((name) => method[name] !== undefined && method[name] !== stated[name]);
  if (other !== undefined) return refused(`method.${other}`, `is not ${String(stated[other])}`);
  return {
    ...{ version: planVersion, path: 'evidence.blockNumber', blockNumber },
    plan: (block) => readTransfer(claim, block, hash, asked),
  };
}

function* readTransfer(claim: ProofClaim, block: ChainBlock, hash: string, asked: AskedTransfer): Plan<ProofVerdict> {
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
  const time = block.timestamp * 1_000;
  if (time < asked.from || time > asked.until) {
    return refused('evidence.blockNumber', `is of ${formatTimestamp(time)}, outside of the window of the challenge`);
  }
  const transaction = transactionOf(sent, receipt, hash, block);
  if (typeof transaction === 'string') return refused('evidence.transactionHash', transaction);
  const isSafe = isSafeAt(claim.chain.caip2, code, first);
  const problem = transferProblem(authority, transaction, asked, isSafe);
  if (problem !== null) return refused('evidence.transactionHash', problem);
  return {
    verified: true,
    method: {
      ...{ type: 'transfer', kind: 'amount', transaction_hash: hash, sender: claim.authority.address },
      ...{ asset: asked.asset, amount: asked.amount.toString() },
    },
    provedBy: claim.authority.address,
    verifiedBy: 'attestry transfer',
  };
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
  return shown.length === 1 ? null : `has ${shown.length} logs Transfer of the token that say so, not one`;
}
