import { base58 } from '@scure/base';
import type { Chain } from '../../../../schemas/values/chains.ts';
import type { ProofPlace } from '../chain-proof.ts';
import { evidenceText, type ProofClaim, type RefusedProof, refused } from '../proof.ts';
import { base58Bytes } from '../signatures/solana-signature.ts';

/** The place of the transaction, as the evidence of a proof states it. */
export interface TransactionPlace {
  readonly hash: string;
  readonly at: ProofPlace;
}

interface HashForm {
  /** One spelling a transaction, because a transaction proves once. */
  readonly is: (text: string) => boolean;
  readonly form: string;
}

const hashForms: Readonly<Record<Chain['encoding'], HashForm>> = {
  evm: { is: (text) => /^0x[0-9a-f]{64}$/.test(text), form: '0x and 64 hex digits in lower case' },
  solana: { is: isSignature, form: 'base58 of 64 bytes, the first signature of a transaction' },
  xrpl: { is: (text) => /^[0-9A-F]{64}$/.test(text), form: '64 hex digits in upper case' },
};

/**
 * Reads `evidence.transactionHash` and, where it is stated, `evidence.blockNumber`: the slot on Solana, the ledger's index on
 * the XRP Ledger.
 */
export function transactionPlace(claim: ProofClaim): TransactionPlace | RefusedProof {
  const hash = evidenceText(claim, 'transactionHash');
  if (typeof hash !== 'string') return hash;
  const { is, form } = hashForms[claim.chain.encoding];
  if (!is(hash)) return refused('evidence.transactionHash', `is not ${form}`);
  const { blockNumber } = claim.evidence;
  if (blockNumber === undefined) return { hash, at: { transactionHash: hash } };
  if (typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber) || blockNumber < 0) {
    return refused('evidence.blockNumber', 'is not the number of a block');
  }
  return { hash, at: { blockNumber } };
}

function isSignature(text: string): boolean {
  const bytes = base58Bytes(text, 64);
  return bytes?.length === 64 && base58.encode(bytes) === text;
}
