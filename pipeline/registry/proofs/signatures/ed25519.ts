import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * Whether a key signed the bytes: RFC 8032 with s below the order, canonical encodings of R and of the key, and no key of
 * small order. ZIP-215, made for consensus, accepts such encodings and keys, so others could write a signature differently
 * or make one that any text verifies with. `signature` has 64 bytes, `key` 32.
 */
export const verifyEd25519 = (signature: Uint8Array, bytes: Uint8Array, key: Uint8Array): boolean =>
  ed25519.verify(signature, bytes, key, { zip215: false });

/** Whether 32 bytes are a key that a signature can be verified with. */
export const isEd25519Key = (bytes: Uint8Array): boolean => ed25519.utils.isValidPublicKey(bytes, false);
