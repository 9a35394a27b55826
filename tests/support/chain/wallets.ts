/** Contracts that answer `isValidSignature`, most of them badly, in the bytes of the machine. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

const word = (hex: string): string => hex.padEnd(64, '0');
const yes = word('1626ba7e');

/** Returns `size` bytes that begin with a word. */
const returning = (value: string, size = '20'): string => `0x7f${value}5f5260${size}5ff3`;

/** Returns the yes where the word that a program leaves on the stack is not 0, else zeros. */
const yesIf = (program: string): string => {
  // The jump goes behind PUSH1 dest, JUMPI, PUSH1 32, PUSH0, RETURN.
  const destination = (program.length / 2 + 7).toString(16).padStart(2, '0');
  return `0x${program}60${destination}5760205ff35b7f${yes}5f5260205ff3`;
};

/** A revert with `Error("locked")`. */
const reason = `08c379a0${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${word(Buffer.from('locked').toString('hex'))}`;
const reverting = `0x6064600b5f3960645ffd00${reason}`;

export const wallets = {
  anything: returning(yes),
  older: returning(word('20c13b0b')),
  long: returning(yes, '40'),
  short: returning(yes, '04'),
  no: returning(word('ffffffff')),
  silent: '0x00',
  reverting,
  burner: '0x5b5f56',
  /** Yes to any hash, if the signature has 64 bytes. */
  anyHash: yesIf('6044356040' + '14'),
  /** Yes to one hash, whatever the signature. */
  anySignature: (hash: string): string => yesIf(`6004357f${hash}14`),
} as const;

/** What the owners of a Safe sign so that it accepts a hash: EIP-712 of `SafeMessage(bytes message)`. */
export function safeSignature(
  domainSeparator: string,
  hash: Uint8Array,
  keys: readonly { readonly secret: Uint8Array; readonly address: string }[],
): string {
  const typeHash = keccak_256(Buffer.from('SafeMessage(bytes message)'));
  const struct = keccak_256(Buffer.concat([typeHash, keccak_256(hash)]));
  const domain = Buffer.from(domainSeparator.slice(2), 'hex');
  const digest = keccak_256(Buffer.concat([Buffer.from([0x19, 0x01]), domain, struct]));
  const inOrder = [...keys].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));
  const signatures = inOrder.map(({ secret }) => {
    const bytes = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
    return `${Buffer.from(bytes.subarray(1)).toString('hex')}${(27 + (bytes[0] ?? 0)).toString(16)}`;
  });
  return `0x${signatures.join('')}`;
}
