import { isProver, proversText } from '../provers.ts';
import { type ProofClaim, type ProofVerdict, refused } from '../proof.ts';

/** The verdict on a signature whose signer was recovered. `named` is the signer that the message names, if it names one. */
export function evmVerdict(
  claim: ProofClaim,
  scheme: 'eip191' | 'eip712',
  { address, named }: { readonly address: string; readonly named: string | null },
): ProofVerdict {
  if (named !== null && named !== address) {
    return refused('evidence.signature', `was made by ${address}; the message names ${named} as its signer`);
  }
  if (!isProver(claim, address)) {
    return refused('evidence.signature', `was made by ${address}, not by ${proversText(claim)}`);
  }
  return {
    verified: true,
    method: { type: 'signature', scheme },
    provedBy: address,
    verifiedBy: `attestry ${scheme}`,
  };
}
