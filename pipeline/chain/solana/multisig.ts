import type { SolanaAccount } from './account.ts';
import { keyAt, keyText, squadsProgram, token2022Program, tokenProgram } from './keys.ts';

/** A multisig of the token programs: it signs by its signers alone. */
export interface SplMultisig {
  readonly threshold: number;
  readonly signers: readonly string[];
}

const splLength = 355;
const splMost = 11;

/** Null for any other account, and for one that can never sign. */
export function splMultisigOf({ owner, data }: SolanaAccount): SplMultisig | null {
  if ((owner !== tokenProgram && owner !== token2022Program) || data.length !== splLength) return null;
  const [threshold, count, initialised] = [data.readUInt8(0), data.readUInt8(1), data.readUInt8(2)];
  if (initialised !== 1 || count > splMost || threshold < 1 || threshold > count) return null;
  const signers = Array.from({ length: count }, (_, index) => keyText(data.subarray(3 + index * 32, 35 + index * 32)));
  return new Set(signers).size === count ? { threshold, signers } : null;
}

/** A multisig of Squads v4. */
export interface SquadsMultisig {
  readonly threshold: number;
  readonly timeLockSeconds: number;
  /** Who may change its members alone; null: its members only. */
  readonly configAuthority: string | null;
  readonly members: readonly string[];
  /** Members that may vote; the others may propose or execute. */
  readonly voters: readonly string[];
}

/** The first 8 bytes of sha256 of `account:Multisig`. */
const squadsDiscriminator = 'e07479ba44a14fec';
const votes = 2;

/** Null for any other account, and for one that can never approve. */
export function squadsOf({ owner, data }: SolanaAccount): SquadsMultisig | null {
  if (owner !== squadsProgram || data.length < 95 || data.toString('hex', 0, 8) !== squadsDiscriminator) return null;
  const tag = data.readUInt8(94);
  const at = 95 + (tag === 0 ? 0 : 32) + 1;
  if (tag > 1 || at + 4 > data.length) return null;
  const count = data.readUInt32LE(at);
  if (at + 4 + count * 33 > data.length) return null;
  const all = Array.from({ length: count }, (_, index) => {
    const from = at + 4 + index * 33;
    return { key: keyText(data.subarray(from, from + 32)), mask: data.readUInt8(from + 32) };
  });
  const voters = all.filter(({ mask }) => (mask & votes) !== 0).map(({ key }) => key);
  const threshold = data.readUInt16LE(72);
  if (threshold < 1 || threshold > voters.length) return null;
  return {
    threshold,
    timeLockSeconds: data.readUInt32LE(74),
    configAuthority: keyAt(data, 40),
    members: all.map(({ key }) => key),
    voters,
  };
}
