import { sameAccount } from '../addresses.ts';
import type { ChainBlock } from '../../chain/cassette-header.ts';
import type { Plan } from '../../chain/exchange.ts';
import { blockProblem, blockRequests } from './chain-block.ts';
import type { PreparedProof } from './chain-proof.ts';
import { checkChallenge } from './challenge.ts';
import { expiryProblem } from './expiry.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from './proof.ts';
import { transactionOf, transactionPlace, transactionRequests } from './transaction.ts';

const planVersion = 'memo-1';

/**
 * Prepares `transfer` / `memo` on an EVM chain: a transaction from the authority to itself that moves nothing, whose input
 * is the challenge in UTF-8.
 */
export function prepareTransferMemo(claim: ProofClaim): PreparedProof {
  const { chain, method, challenge, authority } = claim;
  if (chain.encoding !== 'evm') return refused('method.kind', `memo is not supported yet on ${chain.slug}`);
  const unknown = unknownMember(claim, {
    method: ['type', 'kind', 'memo'],
    evidence: ['transactionHash', 'blockNumber'],
  });
  if (unknown !== null) return unknown;
  if (method['memo'] !== undefined && method['memo'] !== challenge)
    return refused('method.memo', 'is not the challenge');
  const place = transactionPlace(claim);
  if ('verified' in place) return place;
  const checked = checkChallenge(claim);
  if (typeof checked === 'string') return refused('challenge', checked);
  const { signer } = checked;
  if (signer !== null && !sameAccount(chain, signer, authority.address)) {
    return refused('challenge', `names ${signer} as its signer, not ${authority.address}`);
  }
  return {
    ...{ version: planVersion, path: 'evidence.blockNumber', blockNumber: place.blockNumber },
    plan: (block) => readMemo(claim, block, place.hash),
  };
}

function* readMemo(claim: ProofClaim, block: ChainBlock, hash: string): Plan<ProofVerdict> {
  const { challenge, authority } = claim;
  const [id, finalized, header, sent, receipt] = yield [...blockRequests(block), ...transactionRequests(hash)];
  const blockIssue = blockProblem(claim, block, [id, finalized, header]);
  if (blockIssue !== null) return refused('evidence.blockNumber', blockIssue);
  const expired = expiryProblem(challenge, block.timestamp * 1_000);
  if (expired !== null) return refused('challenge', expired);
  const transaction = transactionOf(sent, receipt, hash, block);
  if (typeof transaction === 'string') return refused('evidence.transactionHash', transaction);
  const { from, to, value, input } = transaction;
  const own = authority.address.toLowerCase();
  const problem =
    from !== own || to !== own
      ? `was sent by ${from} to ${to}, not by ${own} to itself`
      : value !== 0n
        ? `moves ${value}; a memo moves nothing`
        : null;
  if (problem !== null) return refused('evidence.transactionHash', problem);
  if (input !== `0x${Buffer.from(challenge, 'utf8').toString('hex')}`) {
    return refused('evidence.transactionHash', 'has another input than the challenge in UTF-8');
  }
  return {
    verified: true,
    method: { type: 'transfer', kind: 'memo', memo: challenge },
    provedBy: authority.address,
    verifiedBy: 'attestry transfer',
  };
}
