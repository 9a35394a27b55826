import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress } from '../../../../schemas/values/evm.ts';

/** A recoverable signature: r and s (64 bytes), and the parity of R's y coordinate. */
export interface EvmSignature {
  readonly bytes: Uint8Array;
  readonly recovery: 0 | 1;
}

/**
 * Reads r, s and v from 0x and 130 hex digits, or r and s with the parity in its first bit from 128 (EIP-2098); a string is the
 * reason for refusal. High-s signatures are refused (EIP-2).
 */
export function readEvmSignature(text: string): EvmSignature | string {
  if (!/^0x(?:[0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/.test(text)) {
    return 'is not 0x and 130 hex digits (r, s and v), nor 128 (EIP-2098)';
  }
  const given = Buffer.from(text.slice(2), 'hex');
  const bytes = given.length === 64 ? expanded(given) : given;
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

/** Address, in EIP-55 form, whose key signed a hash; null: no key can have. */
export function recoverAddress(hash: Uint8Array, { bytes, recovery }: EvmSignature): string | null {
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes, 'compact').addRecoveryBit(recovery);
    const key = parsed.recoverPublicKey(hash).toBytes(false);
    return toChecksumAddress(`0x${Buffer.from(keccak_256(key.subarray(1)).subarray(12)).toString('hex')}`);
  } catch {
    return null;
  }
}

/** The 65 bytes of a compact signature. */
function expanded(compact: Buffer): Buffer {
  const bytes = Buffer.concat([compact, Buffer.of((compact[32] ?? 0) >> 7)]);
  bytes[32] = (bytes[32] ?? 0) & 0x7f;
  return bytes;
}

/** Reason for refusal of a signature that no key can have made. */
export const noKey = 'is not a valid signature: no key can have made it';
