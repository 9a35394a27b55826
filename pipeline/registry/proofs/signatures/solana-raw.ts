import { checkChallenge } from '../statement/challenge.ts';
import { type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';
import { proversOf, proversText } from '../provers.ts';
import { keylessProblem, solanaVerdict } from './solana-signature.ts';

/**
 * Verifies `signature` / `solana_raw`: `evidence.signature` is the Ed25519 signature of the challenge in UTF-8, as wallets
 * return it from `signMessage`, by the authority or by one of its signers. The import refuses control characters in a
 * challenge, so it cannot be a transaction: the header of one has bytes below 0x20.
 */
export function verifySolanaRaw(claim: ProofClaim): ProofVerdict {
  if (claim.chain.encoding !== 'solana') {
    return refused(
      'method.scheme',
      `solana_raw proves control of a Solana address; the asset is on ${claim.chain.slug}`,
    );
  }
  const unknown = unknownMember(claim, { method: ['type', 'scheme'], evidence: ['signature'] });
  if (unknown !== null) return unknown;
  const keyless = keylessProblem(claim);
  if (keyless !== null) return refused('authority.address', keyless);
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return refused('challenge', challenge);
  const { signer } = challenge;
  const provers = proversOf(claim);
  if (signer !== null && !provers.includes(signer)) {
    return refused('challenge', `names ${signer} as its signer, not ${proversText(claim)}`);
  }
  return solanaVerdict(
    claim,
    { bytes: Buffer.from(claim.challenge, 'utf8'), candidates: signer === null ? provers : [signer] },
    { name: 'solana_raw', verifiedBy: 'attestry solana_raw' },
  );
}
