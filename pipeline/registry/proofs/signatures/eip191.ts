import { keccak_256 } from '@noble/hashes/sha3.js';
import { checkChallenge } from '../statement/challenge.ts';
import { noKey, readEvmSignature, recoverAddress } from './evm-signature.ts';
import { evmVerdict } from './evm-verdict.ts';
import { evidenceText, type ProofClaim, type ProofVerdict, refused, unknownMember } from '../proof.ts';

/**
 * Verifies `signature` / `eip191`: `evidence.signature` is the 65-byte `personal_sign` signature of the
 * challenge by the authority or by one of its signers.
 */
export function verifyEip191(claim: ProofClaim): ProofVerdict {
  const { chain } = claim;
  if (chain.encoding !== 'evm') {
    return refused('method.scheme', `eip191 proves control of an EVM address; the asset is on ${chain.slug}`);
  }
  const unknown = unknownMember(claim, { method: ['type', 'scheme'], evidence: ['signature'] });
  if (unknown !== null) return unknown;
  const signature = evidenceText(claim, 'signature');
  if (typeof signature !== 'string') return signature;
  const challenge = checkChallenge(claim);
  if (typeof challenge === 'string') return refused('challenge', challenge);
  const recovered = recoverEip191(claim.challenge, signature);
  if ('problem' in recovered) return refused('evidence.signature', recovered.problem);
  return evmVerdict(claim, 'eip191', { address: recovered.address, named: challenge.signer });
}

/** Address, in EIP-55 form, that signed a message under ERC-191 version 0x45. High-s signatures are refused (EIP-2). */
export function recoverEip191(
  message: string,
  signature: string,
): { readonly address: string } | { readonly problem: string } {
  const read = readEvmSignature(signature);
  if (typeof read === 'string') return { problem: read };
  const address = recoverAddress(eip191Hash(message), read);
  return address === null ? { problem: noKey } : { address };
}

/** keccak-256 of the prefix, the length of the message in bytes, and the message in UTF-8. */
export function eip191Hash(message: string): Uint8Array {
  const bytes = Buffer.from(message, 'utf8');
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'latin1'), bytes]));
}
