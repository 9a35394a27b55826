/** Transactions of Solana as wallets send them: made and signed here, byte for byte in the published layout. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { keyBytes } from '../../../pipeline/chain/solana/keys.ts';

export interface TestWallet {
  readonly address: string;
  readonly secret: Uint8Array;
}

export function solanaWallet(n: number): TestWallet {
  const secret = new Uint8Array(32).fill(n);
  return { address: base58.encode(ed25519.getPublicKey(secret)), secret };
}

export interface TestInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Buffer;
}

export interface SentTransaction {
  readonly signature: string;
  readonly bytes: Buffer;
  /** What is signed. */
  readonly message: Buffer;
  /** By the address that signed. */
  readonly signatures: Readonly<Record<string, Uint8Array>>;
  /** Addresses that come from a lookup table. */
  readonly lookedUp: readonly string[];
}

const short = (value: number): Buffer =>
  value < 0x80 ? Buffer.from([value]) : Buffer.from([(value & 0x7f) | 0x80, value >> 7]);
const listOf = (members: readonly Buffer[]): Buffer => Buffer.concat([short(members.length), ...members]);
const bytesOf = (address: string): Buffer => Buffer.from(keyBytes(address) ?? []);

/** A transaction that the wallets sign, the first one as the payer. Of version 0 if some addresses are looked up. */
export function signedTransaction(
  wallets: readonly TestWallet[],
  instructions: readonly TestInstruction[],
  lookedUp: readonly string[] = [],
): SentTransaction {
  const named = instructions.flatMap(({ program, accounts }) => [...accounts, program]);
  const signers = wallets.map(({ address }) => address);
  const keys = [...new Set([...signers, ...named.filter((address) => !lookedUp.includes(address))])];
  const all = [...keys, ...lookedUp];
  const isVersioned = lookedUp.length > 0;
  const lookups = [
    Buffer.concat([bytesOf(signers[0] ?? ''), short(lookedUp.length), ...lookedUp.map((_, at) => short(at)), short(0)]),
  ];
  const message = Buffer.concat([
    ...(isVersioned ? [Buffer.from([0x80])] : []),
    Buffer.from([signers.length, 0, 0]),
    listOf(keys.map(bytesOf)),
    Buffer.alloc(32, 7),
    listOf(
      instructions.map(({ program, accounts, data }) =>
        Buffer.concat([
          Buffer.from([all.indexOf(program)]),
          listOf(accounts.map((account) => Buffer.from([all.indexOf(account)]))),
          short(data.length),
          data,
        ]),
      ),
    ),
    ...(isVersioned ? [listOf(lookups)] : []),
  ]);
  const signatures = wallets.map(({ secret }) => Buffer.from(ed25519.sign(message, secret)));
  return {
    signature: base58.encode(signatures[0] ?? new Uint8Array()),
    bytes: Buffer.concat([listOf(signatures), message]),
    message,
    signatures: Object.fromEntries(signers.map((signer, index) => [signer, signatures[index] ?? new Uint8Array()])),
    lookedUp,
  };
}

/** `transferChecked` of a token program. */
export function transferChecked(
  program: string,
  accounts: readonly [from: string, mint: string, to: string, by: string],
  amount: bigint,
): TestInstruction {
  const data = Buffer.alloc(10, 6);
  data[0] = 12;
  data.writeBigUInt64LE(amount, 1);
  return { program, accounts, data };
}
