/** Accounts of Solana as their programs write them. */
import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  keyBytes,
  keyText,
  programAddress,
  squadsProgram,
  token2022Program,
  tokenProgram,
  upgradeableLoader,
} from '../../../pipeline/chain/solana/keys.ts';
import type { FaceAccount } from './solana-node.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A key with a private key, the same for the same text. */
export const walletKey = (text: string): string => keyText(ed25519.getPublicKey(hashOf(text)));

/** Bytes of an address; of none, 32 zeros. */
export const bytesOfKey = (address: string | null): Buffer =>
  address === null ? Buffer.alloc(32) : Buffer.from(keyBytes(address) ?? []);

const option = (address: string | null): Buffer => {
  const tag = Buffer.alloc(4);
  tag.writeUInt32LE(address === null ? 0 : 1);
  return Buffer.concat([tag, bytesOfKey(address)]);
};

type Extensions = readonly (readonly [type: number, data: Buffer])[];

export interface MintParts {
  readonly mintAuthority?: string | null;
  readonly freezeAuthority?: string | null;
  readonly supply?: bigint;
  readonly extensions?: Extensions;
}

export function mintAccount({
  mintAuthority = null,
  freezeAuthority = null,
  supply = 1_000_000n,
  extensions,
}: MintParts): FaceAccount {
  const amount = Buffer.alloc(10);
  amount.writeBigUInt64LE(supply);
  amount.set([6, 1], 8);
  const base = Buffer.concat([option(mintAuthority), amount, option(freezeAuthority)]);
  if (extensions === undefined) return { owner: tokenProgram, data: base };
  const entries = extensions.map(([type, data]) => Buffer.concat([u16(type), u16(data.length), data]));
  return {
    owner: token2022Program,
    data: Buffer.concat([base, Buffer.alloc(83), Buffer.from([1]), ...entries]),
  };
}

const u16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export const textBytes = (text: string): Buffer => Buffer.concat([u32(Buffer.byteLength(text)), Buffer.from(text)]);

/** Metadata inside the mint: the pointer to itself, and the texts. */
export const ownMetadata = (mint: string, updateAuthority: string | null): Extensions => [
  [18, Buffer.concat([bytesOfKey(updateAuthority), bytesOfKey(mint)])],
  [
    19,
    Buffer.concat([
      ...[bytesOfKey(updateAuthority), bytesOfKey(mint)],
      ...['Own Coin', 'OWN', 'https://own.example/own.json'].map(textBytes),
      u32(0),
    ]),
  ],
];

export function splMultisig(threshold: number, signers: readonly string[]): FaceAccount {
  const data = Buffer.alloc(355);
  data.set([threshold, signers.length, 1]);
  for (const [index, signer] of signers.entries()) bytesOfKey(signer).copy(data, 3 + index * 32);
  return { owner: tokenProgram, data };
}

export interface SquadsParts {
  readonly threshold: number;
  readonly timeLock?: number;
  readonly configAuthority?: string | null;
  readonly members: readonly (readonly [key: string, mask: number])[];
}

/** A multisig of Squads v4 with the address of its vault. */
export function squadsMultisig({ threshold, timeLock = 0, configAuthority = null, members }: SquadsParts): {
  readonly address: string;
  readonly vault: string;
  readonly account: FaceAccount;
} {
  const createKey = hashOf(members.map(([key]) => key).join());
  const [multisig, vault] = ['multisig', 'vault'].map((text) => Buffer.from(text));
  const address = programAddress([multisig, multisig, createKey] as readonly Buffer[], squadsProgram);
  const seeds = [multisig, bytesOfKey(address), vault, Buffer.from([0])] as readonly Buffer[];
  const data = Buffer.concat([
    ...[Buffer.from('e07479ba44a14fec', 'hex'), createKey, bytesOfKey(configAuthority), u16(threshold)],
    ...[u32(timeLock), Buffer.alloc(16), Buffer.from([0, 254]), u32(members.length)],
    ...members.map(([key, mask]) => Buffer.concat([bytesOfKey(key), Buffer.from([mask])])),
  ]);
  return { address, vault: programAddress(seeds, squadsProgram), account: { owner: squadsProgram, data } };
}

/** A program with its code account, under the addresses given. */
export const upgradeableProgram = (
  code: string,
  authority: string | null,
): { readonly program: FaceAccount; readonly code: FaceAccount } => ({
  program: {
    owner: upgradeableLoader,
    data: Buffer.concat([u32(2), bytesOfKey(code)]),
    executable: true,
  },
  code: {
    owner: upgradeableLoader,
    data: Buffer.concat([
      ...[u32(3), Buffer.alloc(8), Buffer.from([authority === null ? 0 : 1]), bytesOfKey(authority)],
      Buffer.alloc(5_000, 7),
    ]),
  },
});
