import { checkChallenge } from '../statement/challenge.ts';
import { mostMessageBytes, readOffchainMessage } from './offchain-message.ts';
import { evidenceText, type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';
import { proversOf, proversText } from '../provers.ts';
import { base58Bytes, keylessProblem, solanaVerdict } from './solana-signature.ts';

/**
 * Verifies `signature` / `solana_offchain_v0`: `evidence.message` is the base58 of the signed bytes, an off-chain message
 * of version 0 whose text is the challenge, and `evidence.signature` a signature of it by the authority or by one of its
 * signers. Of several signers that the message names, each proves for itself.
 */
export function verifySolanaOffchain(claim: ProofClaim): ProofVerdict {
  const { chain } = claim;
  if (chain.encoding !== 'solana') {
    return refused(
      'method.scheme',
      `solana_offchain_v0 proves control of a Solana address; the asset is on ${chain.slug}`,
    );
  }
  const unknown = unknownMember(claim, { method: ['type', 'scheme'], evidence: ['message', 'signature'] });
  if (unknown !== null) return unknown;
  const keyless = keylessProblem(claim);
  if (keyless !== null) return refused('authority.address', keyless);
  const text = evidenceText(claim, 'message');
  if (typeof text !== 'string') return text;
  const bytes = base58Bytes(text, mostMessageBytes);
  if (bytes === null) return refused('evidence.message', `is not base58 of at most ${mostMessageBytes} bytes`);
  const readings = readOffchainMessage(bytes);
  if (typeof readings === 'string') return refused('evidence.message', readings);
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return refused('challenge', challenge);
  // At most one: the two layouts put texts of different lengths into the same bytes.
  const message = readings.find(({ body }) => body.equals(Buffer.from(claim.challenge, 'utf8')));
  if (message === undefined) return refused('evidence.message', 'has another text than the challenge');
  const { layout, signers } = message;
  const { signer } = challenge;
  if (signer !== null && !proversOf(claim).includes(signer)) {
    return refused('challenge', `names ${signer} as its signer, not ${proversText(claim)}`);
  }
  const candidates = proversOf(claim).filter(
    (address) => (signers?.includes(address) ?? true) && (signer ?? address) === address,
  );
  if (candidates.length === 0) {
    return refused('evidence.message', `names as its signers ${signers?.join(', ')}, not ${proversText(claim)}`);
  }
  const verifiedBy = `attestry solana_offchain_v0${layout === 'legacy' ? ' legacy' : ''}`;
  return solanaVerdict(claim, { bytes, candidates }, { name: 'solana_offchain_v0', verifiedBy });
}
