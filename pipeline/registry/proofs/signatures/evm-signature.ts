import { secp256k1 } from '@noble/curves/secp256k1.js';

/** A recoverable signature: r and s (64 bytes), and the parity of R's y coordinate. */
export interface EvmSignature {
  readonly bytes: Uint8Array;
  readonly recovery: 0 | 1;
}

/** Reads r, s and v from 0x and 130 hex digits; a string is the reason for refusal. High-s signatures are refused (EIP-2). */
export function readEvmSignature(text: string): EvmSignature | string {
  if (!/^0x[0-9a-fA-F]{130}$/.test(text)) return 'is not 0x and 130 hex digits (r, s and v)';
  const bytes = Buffer.from(text.slice(2), 'hex');
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return `has v = ${v}; it must be 0, 1, 27 or 28`;
  try {
    return secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').hasHighS()
      ? 'has a high s value: another form of a signature, which EIP-2 rules out'
      : { bytes: bytes.subarray(0, 64), recovery };
  } catch {
    return noKey;
  }
}

/** Reason for refusal of a signature that no key can have made. */
export const noKey = 'is not a valid signature: no key can have made it';
