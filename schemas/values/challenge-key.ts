import type { ProofValue } from '../facts.ts';
import { sha256Hex } from './hash.ts';

export type SignedChallenge = Pick<ProofValue, 'authority' | 'provedBy' | 'challenge' | 'challengeId'> & {
  readonly method: { readonly type: string; readonly transaction_hash?: string };
};

/**
 * Identifies a challenge with its authority and signer. Null for a statement of the operator, which nothing was signed for.
 * The signer is the address that was recovered, so another spelling of a signature is the same. Signers of a multisig may
 * sign one text: its threshold counts them.
 */
export function challengeKeyOf({
  authority,
  provedBy,
  method,
  challenge,
  challengeId,
}: SignedChallenge): string | null {
  if (method.type === 'admin_manual') return null;
  // One payment proves once, whatever authority or challenge it is presented for.
  if (method.transaction_hash !== undefined) return sha256Hex(JSON.stringify(['transfer', method.transaction_hash]));
  return sha256Hex(JSON.stringify([authority.type, authority.address, provedBy, challengeId ?? challenge]));
}
