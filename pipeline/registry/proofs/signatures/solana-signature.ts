import { base58 } from '@scure/base';
import { isEd25519Key, verifyEd25519 } from './ed25519.ts';
import { proversOf, proversText } from '../provers.ts';
import { evidenceText, type ProofClaim, type ProofVerdict, refused } from '../proof.ts';

/** Characters of base58 for so many bytes, at most. */
const longestBase58 = (bytes: number): number => Math.ceil((bytes * Math.log(256)) / Math.log(58));

/** Bytes of a base58 text; null when it is not one, or is longer than so many bytes. */
export function base58Bytes(text: string, most: number): Uint8Array | null {
  // Base conversion is quadratic, so the length is limited first.
  if (text.length > longestBase58(most)) return null;
  try {
    const bytes = base58.decode(text);
    return bytes.length > most ? null : bytes;
  } catch {
    return null;
  }
}

/**
 * The verdict on `evidence.signature`, the base58 of 64 bytes, over the bytes that a wallet signed. `candidates` are the
 * accounts that may have signed; their addresses are their keys.
 */
export function solanaVerdict(
  claim: ProofClaim,
  signed: { readonly bytes: Uint8Array; readonly candidates: readonly string[] },
  scheme: { readonly name: 'solana_raw' | 'solana_offchain_v0'; readonly verifiedBy: string },
): ProofVerdict {
  const text = evidenceText(claim, 'signature');
  if (typeof text !== 'string') return text;
  const signature = base58Bytes(text, 64);
  if (signature?.length !== 64) return refused('evidence.signature', 'is not base58 of 64 bytes');
  const provedBy = signed.candidates.find((address) => verifyEd25519(signature, signed.bytes, base58.decode(address)));
  if (provedBy === undefined) {
    return refused('evidence.signature', `is not a signature of this text by ${proversText(claim)}`);
  }
  return {
    verified: true,
    method: { type: 'signature', scheme: scheme.name },
    provedBy,
    verifiedBy: scheme.verifiedBy,
  };
}

/** Why no account can sign for the authority: neither its address nor one of its signers' is a key; null if one is. */
export const keylessProblem = (claim: ProofClaim): string | null =>
  proversOf(claim).some((address) => isEd25519Key(base58.decode(address)))
    ? null
    : `${proversText(claim)} has no key: a program derives it, so it cannot sign`;
