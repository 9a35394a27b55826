import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';

/** Programs whose accounts are decoded, and accounts of the runtime. */
export const systemProgram = '11111111111111111111111111111111';
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const upgradeableLoader = 'BPFLoaderUpgradeab1e11111111111111111111111';
export const metaplexProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
export const squadsProgram = 'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf';
export const sysvarOwner = 'Sysvar1111111111111111111111111111111111111';
export const clockSysvar = 'SysvarC1ock11111111111111111111111111111111';

const keyLength = 32;

/** Base58 of 32 bytes. */
export const keyText = (bytes: Uint8Array): string => base58.encode(Uint8Array.from(bytes));

/** The 32 bytes of an address; null for any other text. */
export function keyBytes(address: string): Uint8Array | null {
  // Base conversion is quadratic, and no key is longer than 44 characters.
  if (address.length > 44) return null;
  try {
    const bytes = base58.decode(address);
    return bytes.length === keyLength ? bytes : null;
  } catch {
    return null;
  }
}

/** The key at an offset, which the caller has checked to be inside; null for zero bytes, which stand for none. */
export function keyAt(data: Buffer, offset: number): string | null {
  const bytes = data.subarray(offset, offset + keyLength);
  return bytes.every((byte) => byte === 0) ? null : keyText(bytes);
}

/** Whether a private key can exist for it. Addresses of programs are off the curve by construction. */
export function isOnCurve(address: string): boolean {
  const bytes = keyBytes(address);
  if (bytes === null) return false;
  try {
    // The runtime takes encodings that are not canonical, as ZIP 215 does.
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

const marker = Buffer.from('ProgramDerivedAddress', 'ascii');

function derive(seeds: readonly Uint8Array[], bump: number, program: Uint8Array): string {
  return keyText(sha256(Buffer.concat([...seeds, Buffer.from([bump]), program, marker])));
}

/** The canonical address that a program derives from seeds. */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  const bytes = keyBytes(program) ?? new Uint8Array(keyLength);
  for (let bump = 255; bump >= 0; bump -= 1) {
    const address = derive(seeds, bump, bytes);
    if (!isOnCurve(address)) return address;
  }
  throw new Error('no address is off the curve');
}

/** Bumps that are tried: the canonical one is lower once in four thousand million keys. */
const lowestBump = 224;

/** Whether a program derives the address from these seeds: the hash alone proves it. */
export function derivesTo(address: string, seeds: readonly Uint8Array[], program: string): boolean {
  const [wanted, bytes] = [keyBytes(address), keyBytes(program)];
  if (wanted === null || bytes === null) return false;
  const seed = Buffer.concat(seeds);
  const end = Buffer.concat([bytes, marker]);
  for (let bump = 255; bump >= lowestBump; bump -= 1) {
    if (Buffer.compare(sha256(Buffer.concat([seed, Buffer.from([bump]), end])), wanted) === 0) return true;
  }
  return false;
}
