/** Addresses in Bitcoin's base58 alphabet: version bytes, hash, checksum (base58check), or a bare 32-byte key (Solana). */
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import type { WalletEncoding } from './wallet-encoding.ts';

/** Content of a base58check address: script type and the chains that use this version, most usual first. */
export interface Base58Wallet {
  readonly script: 'p2pkh' | 'p2sh';
  readonly encodings: readonly WalletEncoding[];
  /** 20-byte hash, hex. */
  readonly hash: string;
}

type Version = Omit<Base58Wallet, 'hash'>;

/** Address versions by their bytes in hex, as each chain's `chainparams` define them. */
const versions: Readonly<Record<string, Version>> = {
  '00': { script: 'p2pkh', encodings: ['bitcoin', 'bitcoin-cash', 'bitcoin-sv'] },
  '05': { script: 'p2sh', encodings: ['bitcoin', 'litecoin', 'bitcoin-cash', 'bitcoin-sv'] },
  '30': { script: 'p2pkh', encodings: ['litecoin'] },
  '32': { script: 'p2sh', encodings: ['litecoin'] },
  '41': { script: 'p2pkh', encodings: ['tron'] },
  '4c': { script: 'p2pkh', encodings: ['dash'] },
  '10': { script: 'p2sh', encodings: ['dash'] },
  '1e': { script: 'p2pkh', encodings: ['dogecoin', 'verge'] },
  '16': { script: 'p2sh', encodings: ['dogecoin'] },
  '21': { script: 'p2sh', encodings: ['verge'] },
  '26': { script: 'p2pkh', encodings: ['bitcoin-gold'] },
  '17': { script: 'p2sh', encodings: ['bitcoin-gold'] },
  '1cb8': { script: 'p2pkh', encodings: ['zcash'] },
  '1cbd': { script: 'p2sh', encodings: ['zcash'] },
};

/** Decodes a base58check address of a known version; null when shape, checksum or version do not fit. */
export function parseBase58Wallet(address: string): Base58Wallet | null {
  const bytes = decodeBase58(address);
  if (bytes === null) return null;
  const body = withoutChecksum(bytes);
  if (body === null || body.length < 21 || body.length > 22) return null;
  const version = versions[Buffer.from(body.subarray(0, body.length - 20)).toString('hex')];
  return version === undefined ? null : { ...version, hash: Buffer.from(body.subarray(-20)).toString('hex') };
}

/** Hex of a base58 Solana public key; null when it is not 32 bytes. */
export function parseSolanaWallet(address: string): string | null {
  const bytes = decodeBase58(address);
  return bytes?.length === 32 ? Buffer.from(bytes).toString('hex') : null;
}

/** The bytes without the last four if those are the start of the double sha256 of the rest; otherwise null. */
export function withoutChecksum(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length <= 4) return null;
  const body = bytes.subarray(0, -4);
  const expected = sha256(sha256(body)).subarray(0, 4);
  return Buffer.compare(expected, bytes.subarray(-4)) === 0 ? body : null;
}

function decodeBase58(text: string): Uint8Array | null {
  // Base conversion is quadratic: no address of this kind is longer than 44 characters.
  if (text.length > 64) return null;
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
