/** Reads the code of contracts, walks it, and reads the slots that it passes calls on by. */
import { type Plan, together } from '../../exchange.ts';
import { addressOfWord, hexOf } from '../calls/abi.ts';
import { codeRequest } from '../calls/block-requests.ts';
import { headBytes } from '../calls/reader-code.ts';
import { type ReadAt, readSlots, resultBytes } from '../calls/read-many.ts';
import type { CodeReading } from '../calls/survey-output.ts';
import { slotKeys, type SlotName, slotNames } from '../calls/views.ts';
import { hasCodeHash } from './code-hash.ts';
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
  /** Standard slots that were read already; null: none. */
  readonly slots: Readonly<Record<SlotName, Buffer>> | null;
}

/** By address; a contract whose code or slots could not be read has no entry. */
type KnownCodes = ReadonlyMap<string, KnownCode>;

/** `isSweep`: code that was walked before is not requested again; a reading that is recorded requests all of it. */
export function* readKnownCode(at: ReadAt, contracts: readonly ContractToWalk[], isSweep: boolean): Plan<KnownCodes> {
  const walks = yield* readWalks(at, contracts, isSweep);
  const walked = contracts.flatMap(({ address, code, slots }) => {
    const walk = walks.get(code.hash);
    if (walk === undefined) return [];
    const given = (slot: string): Buffer | undefined => standardWord(slots, slot);
    return [{ address, walk, given, slots: slotsIn(walk).filter((slot) => given(slot) === undefined) }];
  });
  const words = yield* readTargetSlots(at, walked);
  const known = new Map<string, KnownCode>();
  for (const { address, walk, given } of walked) {
    const own = words.get(address);
    if (own !== undefined)
      known.set(
        address,
        withAddresses(walk, (slot) => own.get(slot) ?? given(slot)),
      );
  }
  return known;
}

/** The word of a standard slot that was read already. */
function standardWord(slots: ContractToWalk['slots'], slot: string): Buffer | undefined {
  const name = standardNames.get(slot);
  return name === undefined ? undefined : slots?.[name];
}

const standardNames: ReadonlyMap<string, SlotName> = new Map(slotNames.map((name, at) => [slotKeys[at] ?? '', name]));

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
    if (bytes === null || !hasCodeHash(bytes, code.hash)) continue;
    walks.set(code.hash, walkCode(code.hash, bytes));
  }
  return walks;
}

const slotsIn = ({ targets }: CodeWalk): readonly string[] => [
  ...new Set(targets.map(innerOf).flatMap((target) => (target.kind === 'slot' ? [target.slot] : []))),
];

/** The target that is asked for the target, or it itself. */
const innerOf = (target: CallTarget): CallTarget => (target.kind === 'answer' ? target.of : target);

/** By slot, 32 bytes each. */
type Words = ReadonlyMap<string, Buffer>;
const noWords: Words = new Map();

interface SlotsToRead {
  readonly address: string;
  readonly slots: readonly string[];
}

/** Contracts with the same slots share requests: most proxies are of a few forms. By address; unread ones have no entry. */
function* readTargetSlots(at: ReadAt, contracts: readonly SlotsToRead[]): Plan<ReadonlyMap<string, Words>> {
  const groups = new Map<string, { readonly slots: readonly string[]; readonly addresses: string[] }>();
  for (const { address, slots } of contracts) {
    const group = groups.get(slots.join()) ?? { slots, addresses: [] };
    group.addresses.push(address);
    groups.set(slots.join(), group);
  }
  return new Map((yield* together([...groups.values()].map((group) => readAlike(at, group)))).flat());
}

function* readAlike(
  at: ReadAt,
  { slots, addresses }: { readonly slots: readonly string[]; readonly addresses: readonly string[] },
): Plan<readonly (readonly [address: string, words: Words])[]> {
  if (slots.length === 0) return addresses.map((address) => [address, noWords] as const);
  const found = yield* readSlots(at, addresses, slots);
  return addresses.flatMap((address, index) => {
    const words = found[index] ?? null;
    if (words === null) return [];
    return [[address, new Map(words.map((word, slot) => [slots[slot] ?? '', word]))] as const];
  });
}

function withAddresses(walk: CodeWalk, wordAt: (slot: string) => Buffer | undefined): KnownCode {
  const addressOf = (target: CallTarget): string | null => {
    const inner = innerOf(target);
    if (inner.kind === 'fixed' || inner.kind === 'key') return inner.address;
    return inner.kind === 'slot' ? addressIn(wordAt(inner.slot), inner.shift) : null;
  };
  return { ...walk, targets: walk.targets.map((target) => ({ target, address: addressOf(target) })) };
}

function addressIn(word: Buffer | undefined, shift: number): string | null {
  if (word === undefined) return null;
  const value = (BigInt(hexOf(word)) >> BigInt(shift)) & ((1n << 160n) - 1n);
  return value === 0n ? null : addressOfWord(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}
