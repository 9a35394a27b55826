/** Instructions of Solana's programs, byte for byte in their published layouts. */
import {
  clockSysvar,
  programAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  upgradeableLoader,
} from '../../../pipeline/chain/solana/keys.ts';
import { bytesOfKey, textBytes } from './solana-accounts.ts';
import type { SolanaPrograms } from './solana-programs.ts';
import type { TestInstruction, TestWallet } from './solana-transactions.ts';

const rentSysvar = 'SysvarRent111111111111111111111111111111111';
const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);

function u16(value: number): Buffer {
  const data = Buffer.alloc(2);
  data.writeInt16LE(value);
  return data;
}
function u32(value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32LE(value);
  return data;
}
function u64(value: bigint | number): Buffer {
  const data = Buffer.alloc(8);
  data.writeBigUInt64LE(BigInt(value));
  return data;
}
function f64(value: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeDoubleLE(value);
  return data;
}
/** Tag of one byte, and the key if there is one. */
const option = (key: string | null): Buffer => (key === null ? bytes(0) : Buffer.concat([bytes(1), bytesOfKey(key)]));

const of = (program: string, accounts: readonly string[], ...data: readonly Buffer[]): TestInstruction => ({
  program,
  accounts,
  data: Buffer.concat(data),
});

/** An account of `space` bytes with the rent of `rented` bytes: metadata make a mint grow. */
export const createAccount = (
  { rentOf }: SolanaPrograms,
  payer: TestWallet,
  to: TestWallet,
  [space, owner, rented = space]: readonly [space: number, owner: string, rented?: number],
): TestInstruction =>
  of(systemProgram, [payer.address, to.address], ...[u32(0), u64(rentOf(rented)), u64(space), bytesOfKey(owner)]);

export const initializeMint = (program: string, mint: string, authority: string): TestInstruction =>
  of(program, [mint], bytes(20, 6), bytesOfKey(authority), option(authority));

/** Authority types of `setAuthority`. */
export const authorityKinds = {
  mint: 0,
  freeze: 1,
  transferFee: 4,
  withheldFee: 5,
  close: 6,
  interestRate: 7,
  permanentDelegate: 8,
  transferHook: 10,
  metadataPointer: 12,
  scaledAmount: 15,
  pause: 16,
} as const;

export const setAuthority = (
  program: string,
  mint: string,
  kind: keyof typeof authorityKinds,
  [from, to, signers = []]: readonly [from: string, to: string | null, signers?: readonly string[]],
): TestInstruction => of(program, [mint, from, ...signers], bytes(6, authorityKinds[kind]), option(to));

export const initializeMultisig = (multisig: string, threshold: number, signers: readonly string[]): TestInstruction =>
  of(tokenProgram, [multisig, ...signers], bytes(19, threshold));

/** Extensions with the instruction that begins each, and their sizes in a mint. */
const beginExtension = {
  transferFee: { size: 108, data: (key: string) => [bytes(26, 0), option(key), option(key), u16(250), u64(5_000)] },
  close: { size: 32, data: (key: string) => [bytes(25), option(key)] },
  frozenByDefault: { size: 1, data: () => [bytes(28, 0, 2)] },
  nonTransferable: { size: 0, data: () => [bytes(32)] },
  interest: { size: 52, data: (key: string) => [bytes(33, 0), bytesOfKey(key), u16(150)] },
  permanentDelegate: { size: 32, data: (key: string) => [bytes(35), bytesOfKey(key)] },
  transferHook: { size: 64, data: (key: string, hook: string) => [bytes(36, 0), bytesOfKey(key), bytesOfKey(hook)] },
  metadataPointer: { size: 64, data: (key: string, at: string) => [bytes(39, 0), bytesOfKey(key), bytesOfKey(at)] },
  scaledAmount: { size: 56, data: (key: string) => [bytes(43, 0), bytesOfKey(key), f64(2)] },
  pausable: { size: 33, data: (key: string) => [bytes(44, 0), bytesOfKey(key)] },
} as const;

export type ExtensionName = keyof typeof beginExtension;

/** `other`: the program of a hook, or the account of metadata. */
export const startExtension = (name: ExtensionName, mint: string, key: string, other: string): TestInstruction =>
  of(token2022Program, [mint], ...beginExtension[name].data(key, other));

/** Bytes of a mint with extensions: each has type and length before it. */
export const mintSize = (names: readonly ExtensionName[]): number =>
  names.reduce((sum, name) => sum + 4 + beginExtension[name].size, 166);

export const setPaused = (mint: string, by: string, paused: boolean): TestInstruction =>
  of(token2022Program, [mint, by], bytes(44, paused ? 1 : 2));

/** Metadata in the mint itself, by the interface of metadata. */
export const writeMetadata = (mint: string, by: string, name: string, symbol: string): TestInstruction =>
  of(
    token2022Program,
    [mint, by, mint, by],
    ...[Buffer.from('d2e11ea258b84d8d', 'hex'), textBytes(name), textBytes(symbol), textBytes('https://coin.example')],
  );

export const setUpdateAuthority = (mint: string, from: string, to: string | null): TestInstruction =>
  of(token2022Program, [mint, from], Buffer.from('d7e4a6e45464567b', 'hex'), bytesOfKey(to));

const bytesPerWrite = 800;

/** Deploys a program that can be replaced, by transactions of its authority; returns the account of its code. */
export function deployProgram(
  programs: SolanaPrograms,
  payer: TestWallet,
  program: TestWallet,
  buffer: TestWallet,
): string {
  const code = programs.sampleCode();
  const by = payer.address;
  const loader = (accounts: readonly string[], ...data: readonly Buffer[]): TestInstruction =>
    of(upgradeableLoader, accounts, ...data);
  const created = createAccount(programs, payer, buffer, [37 + code.length, upgradeableLoader]);
  programs.send([created, loader([buffer.address, by], u32(0))], buffer);
  for (let at = 0; at < code.length; at += bytesPerWrite) {
    const part = code.subarray(at, at + bytesPerWrite);
    programs.send([loader([buffer.address, by], u32(1), u32(at), u64(part.length), part)]);
  }
  const data = programAddress([bytesOfKey(program.address)], upgradeableLoader);
  const accounts = [by, data, program.address, buffer.address, rentSysvar, clockSysvar, systemProgram, by];
  programs.send(
    [createAccount(programs, payer, program, [36, upgradeableLoader]), loader(accounts, u32(2), u64(code.length))],
    program,
  );
  return data;
}

export const setUpgradeAuthority = (code: string, from: string, to: string | null): TestInstruction =>
  of(upgradeableLoader, [code, from, ...(to === null ? [] : [to])], u32(4));
