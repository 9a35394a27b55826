import type { Chain } from '../../../../schemas/values/chains.ts';
import { formatTimestamp } from '../../../../schemas/values/timestamp.ts';
import type { ChainBlock } from '../../../chain/cassette-header.ts';
import type { Plan } from '../../../chain/exchange.ts';
import type { PreparedProof } from '../chain-proof.ts';
import { challengeTimeProblem } from '../statement/challenge.ts';
import { evmAmount } from './evm-amount.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';
import { solanaAmount } from './solana-amount.ts';
import { transactionPlace } from './transaction-place.ts';
import { type AskedTransfer, readTransferChallenge } from '../statement/transfer-challenge.ts';
import type { TransferLedger } from './transfer-ledger.ts';
import { blockMoment } from '../statement/validity.ts';

const ledgers: Readonly<Record<Chain['encoding'], TransferLedger<AskedTransfer> | null>> = {
  evm: evmAmount,
  solana: solanaAmount,
  xrpl: null,
};

/**
 * Prepares `transfer` / `amount`: the transaction `evidence.transactionHash`, in a final block, moves exactly what the
 * challenge asks for, and only the authority can have made it.
 */
export function prepareTransferAmount(claim: ProofClaim): PreparedProof {
  const { chain, method } = claim;
  const ledger = ledgers[chain.encoding];
  if (ledger === null) {
    return refused(
      'method.kind',
      `amount is not verified on ${chain.slug}; a transfer proves control there by its memo`,
    );
  }
  const unknown = unknownMember(claim, {
    method: ['type', 'kind', 'transaction_hash', 'sender', 'asset', 'amount'],
    evidence: ['transactionHash', 'blockNumber'],
  });
  if (unknown !== null) return unknown;
  const place = transactionPlace(claim);
  if ('verified' in place) return place;
  const asked = readTransferChallenge(claim);
  if (typeof asked === 'string') return refused('challenge', asked);
  const stated = {
    transaction_hash: place.hash,
    sender: claim.authority.address,
    asset: asked.asset,
    amount: asked.amount.toString(),
  };
  const other = Object.entries(stated).find(([name, value]) => method[name] !== undefined && method[name] !== value);
  if (other !== undefined) return refused(`method.${other[0]}`, `is not ${other[1]}`);
  return {
    version: ledger.version,
    at: place.at,
    plan: (block) => readTransfer(claim, block, { ledger, asked, stated }),
  };
}

interface Question {
  readonly ledger: TransferLedger<AskedTransfer>;
  readonly asked: AskedTransfer;
  readonly stated: {
    readonly transaction_hash: string;
    readonly sender: string;
    readonly asset: string;
    readonly amount: string;
  };
}

function* readTransfer(claim: ProofClaim, block: ChainBlock, { ledger, asked, stated }: Question): Plan<ProofVerdict> {
  const problem = yield* ledger.read(claim, block, stated.transaction_hash, asked);
  if (problem !== null) return problem;
  const time = block.timestamp * 1_000;
  if (time < asked.from || time > asked.until) {
    return refused(
      'evidence.transactionHash',
      `is of ${formatTimestamp(time)}, outside of the window of the challenge`,
    );
  }
  const other = challengeTimeProblem(claim.challenge, blockMoment(block));
  if (other !== null) return refused('challenge', other);
  return {
    verified: true,
    method: { type: 'transfer', kind: 'amount', ...stated },
    provedBy: claim.authority.address,
    verifiedBy: 'attestry transfer',
  };
}
