/** Reads the code of contracts, walks it, and reads the slots that it passes calls on by. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Plan, together } from '../../exchange.ts';
import { addressOfWord, hexOf } from '../calls/abi.ts';
import { codeRequest } from '../calls/block-requests.ts';
import { headBytes } from '../calls/reader-code.ts';
import { type ReadAt, readSlots, resultBytes } from '../calls/read-many.ts';
import type { CodeReading } from '../calls/survey-output.ts';
import { type CallTarget, type CodeWalk, walkCode, walkOf } from './walk-code.ts';

/** What the code of a contract shows, with the storage of the contract. */
export interface KnownCode extends Omit<CodeWalk, 'targets'> {
  readonly targets: readonly FoundTarget[];
}

/** A target with the address that it has at the block; null: none, or not found. */
interface FoundTarget {
  readonly target: CallTarget;
  readonly address: string | null;
}

export interface ContractToWalk {
  readonly address: string;
  readonly code: CodeReading;
}

/** By address; a contract whose code or slots could not be read has no entry. */
type KnownCodes = ReadonlyMap<string, KnownCode>;

/** `isSweep`: code that was walked before is not requested again; a reading that is recorded requests all of it. */
export function* readKnownCode(at: ReadAt, contracts: readonly ContractToWalk[], isSweep: boolean): Plan<KnownCodes> {
  const walks = yield* readWalks(at, contracts, isSweep);
  const found = yield* together(
    contracts.map(({ address, code }) => knownCodeOf(at, address, walks.get(code.hash) ?? null)),
  );
  const known = new Map<string, KnownCode>();
  for (const [index, { address }] of contracts.entries()) {
    const one = found[index];
    if (one !== undefined && one !== null) known.set(address, one);
  }
  return known;
}

/** One request for each hash. Short code is in the survey. */
function* readWalks(
  { blockHash }: ReadAt,
  contracts: readonly ContractToWalk[],
  isSweep: boolean,
): Plan<ReadonlyMap<string, CodeWalk>> {
  const walks = new Map<string, CodeWalk>();
  const open = new Map<string, ContractToWalk>();
  for (const one of contracts) {
    const { hash, size, head } = one.code;
    const walked = isSweep ? walkOf(hash) : undefined;
    if (walked !== undefined) walks.set(hash, walked);
    else if (size <= headBytes) walks.set(hash, walkCode(hash, head.subarray(0, size)));
    else if (!open.has(hash)) open.set(hash, one);
  }
  if (open.size === 0) return walks;
  const answers = yield [...open.values()].map(({ address }) => codeRequest(blockHash, address));
  for (const [index, { code }] of [...open.values()].entries()) {
    const bytes = resultBytes(answers[index]);
    if (bytes === null || hexOf(Buffer.from(keccak_256(bytes))) !== code.hash) continue;
    walks.set(code.hash, walkCode(code.hash, bytes));
  }
  return walks;
}

const slotsIn = ({ targets }: CodeWalk): readonly string[] => [
  ...new Set(targets.map(innerOf).flatMap((target) => (target.kind === 'slot' ? [target.slot] : []))),
];

/** The target that is asked for the target, or it itself. */
const innerOf = (target: CallTarget): CallTarget => (target.kind === 'answer' ? target.of : target);

function* knownCodeOf(at: ReadAt, address: string, walk: CodeWalk | null): Plan<KnownCode | null> {
  if (walk === null) return null;
  const slots = slotsIn(walk);
  const words = slots.length === 0 ? [] : ((yield* readSlots(at, [address], slots))[0] ?? null);
  if (words === null) return null;
  const addressOf = (target: CallTarget): string | null => {
    const inner = innerOf(target);
    if (inner.kind === 'fixed' || inner.kind === 'key') return inner.address;
    return inner.kind === 'slot' ? addressIn(words[slots.indexOf(inner.slot)], inner.shift) : null;
  };
  return { ...walk, targets: walk.targets.map((target) => ({ target, address: addressOf(target) })) };
}

function addressIn(word: Buffer | undefined, shift: number): string | null {
  if (word === undefined) return null;
  const value = (BigInt(hexOf(word)) >> BigInt(shift)) & ((1n << 160n) - 1n);
  return value === 0n ? null : addressOfWord(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}
