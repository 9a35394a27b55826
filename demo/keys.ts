import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { toChecksumAddress } from '../schemas/values/evm.ts';
import { sha256Hex } from '../schemas/values/hash.ts';

export interface DemoKey {
  readonly secret: Uint8Array;
  /** EIP-55. */
  readonly address: string;
}

/** A key derived from its name: anyone can derive it, so a proof made with it proves nothing outside the demo. */
export function demoKey(name: string): DemoKey {
  const secret = Buffer.from(sha256Hex(`attestry demo key: ${name}`), 'hex');
  const publicKey = secp256k1.getPublicKey(secret, false).subarray(1);
  return { secret, address: toChecksumAddress(`0x${Buffer.from(keccak_256(publicKey).subarray(12)).toString('hex')}`) };
}

/** Signature of a text by a wallet, EIP-191 version 0x45 (`personal_sign`): 65 bytes in hex, v is 27 or 28. */
export function personalSign(message: string, secret: Uint8Array): string {
  const bytes = Buffer.from(message, 'utf8');
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'utf8');
  const digest = keccak_256(Buffer.concat([prefix, bytes]));
  const signature = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  const [recovery = 0, ...rs] = signature;
  return `0x${Buffer.from(rs).toString('hex')}${(27 + recovery).toString(16)}`;
}
