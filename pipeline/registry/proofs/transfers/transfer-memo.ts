import type { Chain } from '../../../../schemas/values/chains.ts';
import { sameAccount } from '../../addresses.ts';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import type { PreparedProof } from '../chain-proof.ts';
import { challengeTimeProblem, checkChallenge } from '../statement/challenge.ts';
import { evmMemo } from './evm-memo.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';
import { solanaMemo } from './solana-memo.ts';
import { transactionPlace } from './transaction-place.ts';
import type { TransferLedger } from './transfer-ledger.ts';
import { blockMoment } from '../statement/validity.ts';
import { xrplMemo } from './xrpl-memo.ts';

/** What is wanted is the challenge itself. */
const ledgers: Readonly<Record<Chain['encoding'], TransferLedger<string>>> = {
  evm: evmMemo,
  solana: solanaMemo,
  xrpl: xrplMemo,
};

/** Prepares `transfer` / `memo`: a transaction of the authority that carries the challenge in UTF-8. */
export function prepareTransferMemo(claim: ProofClaim): PreparedProof {
  const { chain, method, challenge, authority } = claim;
  const unknown = unknownMember(claim, {
    method: ['type', 'kind', 'memo'],
    evidence: ['transactionHash', 'blockNumber'],
  });
  if (unknown !== null) return unknown;
  if (method['memo'] !== undefined && method['memo'] !== challenge) {
    return refused('method.memo', 'is not the challenge');
  }
  const place = transactionPlace(claim);
  if ('verified' in place) return place;
  const checked = checkChallenge(claim);
  if (typeof checked === 'string') return refused('challenge', checked);
  const { signer } = checked;
  if (signer !== null && !sameAccount(chain, signer, authority.address)) {
    return refused('challenge', `names ${signer} as its signer, not ${authority.address}`);
  }
  const ledger = ledgers[chain.encoding];
  return {
    version: ledger.version,
    at: place.at,
    plan: (block) => readMemo(claim, block, place.hash, ledger),
  };
}

function* readMemo(
  claim: ProofClaim,
  block: ChainBlock,
  hash: string,
  ledger: TransferLedger<string>,
): Plan<ProofVerdict> {
  const { challenge, authority } = claim;
  const problem = yield* ledger.read(claim, block, hash, challenge);
  if (problem !== null) return problem;
  const time = challengeTimeProblem(challenge, blockMoment(block));
  if (time !== null) return refused('challenge', time);
  return {
    verified: true,
    method: { type: 'transfer', kind: 'memo', memo: challenge },
    provedBy: authority.address,
    verifiedBy: 'attestry transfer',
  };
}
