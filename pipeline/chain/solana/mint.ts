import type { SolanaAccount } from './account.ts';
import { type Extension, extension, extensionsOf } from './extensions.ts';
import { keyAt, token2022Program, tokenProgram } from './keys.ts';

/** A mint of SPL Token or Token-2022. Keys are base58. */
export interface Mint {
  /** Null: given up for good. */
  readonly mintAuthority: string | null;
  /** Base units. */
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: string | null;
  readonly extensions: readonly Extension[];
}

/** `other`: an account of another kind, which is positive knowledge. `damaged`: bytes that no program writes. */
export type MintReading =
  | { readonly kind: 'mint'; readonly mint: Mint }
  | { readonly kind: 'other' }
  | { readonly kind: 'damaged' };

const mintLength = 82;
/** Also where Token-2022 puts the type of the account, after padding that makes a mint as long as a token account. */
const tokenAccountLength = 165;
const multisigLength = 355;
const mintType = 1;

/** Reads an account as a mint: by its owner first, then by its length, since other programs have accounts of 82 bytes. */
export function mintOf({ owner, data }: SolanaAccount): MintReading {
  if (owner !== tokenProgram && owner !== token2022Program) return { kind: 'other' };
  if (data.length === 0 || data.length === tokenAccountLength || data.length === multisigLength)
    return { kind: 'other' };
  if (data.length === mintLength) return baseOf(data, []);
  if (owner === tokenProgram || data.length < tokenAccountLength) return { kind: 'damaged' };
  if (data.readUInt8(tokenAccountLength) !== mintType) return { kind: 'other' };
  const extensions = extensionsOf(data.subarray(tokenAccountLength + 1));
  return extensions === null ? { kind: 'damaged' } : baseOf(data, extensions);
}

function baseOf(data: Buffer, extensions: readonly Extension[]): MintReading {
  const [mintAuthority, freezeAuthority] = [optionAt(data, 0), optionAt(data, 46)];
  const initialised = data.readUInt8(45);
  if (initialised === 0) return { kind: 'other' };
  if (mintAuthority === undefined || freezeAuthority === undefined || initialised !== 1) return { kind: 'damaged' };
  const [supply, decimals] = [data.readBigUInt64LE(36), data.readUInt8(44)];
  return { kind: 'mint', mint: { mintAuthority, supply, decimals, freezeAuthority, extensions } };
}

/** Tag 0 is none, whatever key bytes follow: those of the last holder stay behind. Undefined: a tag that does not exist. */
function optionAt(data: Buffer, offset: number): string | null | undefined {
  const tag = data.readUInt32LE(offset);
  if (tag > 1) return undefined;
  return tag === 0 ? null : keyAt(data, offset + 4);
}

const dataOf = ({ extensions }: Mint, type: number): Buffer | undefined =>
  extensions.find((one) => one.type === type)?.data;

/** Hundredths of a percent of a transfer: the newest setting, which may take effect at the next epoch. */
export const feeBasisPoints = (mint: Mint): number | null =>
  dataOf(mint, extension.transferFee)?.readUInt16LE(106) ?? null;

/** Yearly rate in hundredths of a percent. */
export const interestBasisPoints = (mint: Mint): number | null =>
  dataOf(mint, extension.interest)?.readInt16LE(50) ?? null;

/** New accounts start frozen, so a holder has to be let in. */
export const isFrozenByDefault = (mint: Mint): boolean => dataOf(mint, extension.defaultState)?.readUInt8(0) === 2;

export const isNonTransferable = (mint: Mint): boolean => dataOf(mint, extension.nonTransferable) !== undefined;

/** The program that every transfer calls. */
export function hookProgramOf(mint: Mint): string | null {
  const data = dataOf(mint, extension.transferHook);
  return data === undefined ? null : keyAt(data, 32);
}

/** The account that has the metadata; null: none is named. */
export function metadataPointerOf(mint: Mint): string | null {
  const data = dataOf(mint, extension.metadataPointer);
  return data === undefined ? null : keyAt(data, 32);
}

/** Whether transfers are stopped; null for mints that cannot be paused. */
export function pausedOf(mint: Mint): boolean | null {
  const data = dataOf(mint, extension.pausable);
  return data === undefined ? null : data.readUInt8(32) !== 0;
}

/** What a base unit is shown as at a time, seconds since the epoch; null without the extension. */
export function multiplierAt(mint: Mint, time: number): number | null {
  const data = dataOf(mint, extension.scaledAmount);
  if (data === undefined) return null;
  const takesEffect = data.readBigInt64LE(40);
  return data.readDoubleLE(BigInt(time) >= takesEffect ? 48 : 32);
}
