/** Functions that make a contract ready, by their name or by what they log, and the slot that shows whether one was called. */
import { anyArguments, initializedTopics, initializerSelectors } from '../calls/taking-functions.ts';
import { instructionsOf, pushedText } from './instructions.ts';
import { allBits, bitsOfText, type KnownBits } from './known-bits.ts';
import { runCode } from './run-code.ts';
import { selectorsIn } from './selectors.ts';
import type { Run } from './thread.ts';

export interface Initializer {
  /** `0x` and 8 hex digits. */
  readonly selector: string;
  /**
   * The first slot that it reads, other than one that locks the contract while the function runs, `0x` and 64 hex digits: zero
   * before the first call. Null: it reads none before it decides.
   */
  readonly guard: string | null;
  /** The bits of it that a call sets: others in the slot may be set from the start. All where it stores none of them. */
  readonly guardBits: bigint;
  /** Whether a call may succeed that stores nothing, such as the second one. */
  readonly isSilent: boolean;
}

const [steps, allSteps, visits] = [20_000, 400_000, 12];
const push32 = 0x7f;

/** Null: there are more functions than a walk has steps for. */
export function initializersIn(code: Buffer, functions: ReadonlySet<string>): readonly Initializer[] | null {
  const named = [...functions].filter((one) => initializerSelectors.has(one));
  const logging = logsReadiness(code) ? loggingIn(code) : [];
  if (logging === null) return null;
  return [...new Set([...named, ...logging])].sort().map((selector) => ({
    selector,
    ...guardOf(code, selector),
    isSilent: mayEndSilently(code, selector),
  }));
}

/** Whether a call of a function may succeed without storing anything that lasts, as far as the code alone decides. */
export const mayEndSilently = (code: Buffer, selector: string): boolean =>
  successesOf(code, selector)?.some((stores) => stores.length === 0) ?? true;

/** Whether every call that succeeds stores to a slot that the code names, and that so is the same for all accounts. */
export const storesForAll = (code: Buffer, selector: string): boolean =>
  successesOf(code, selector)?.every((stores) => stores.some(({ slot }) => slot !== null)) ?? false;

/** What each call that succeeds stores, as far as the code alone decides; null: it does not. */
function successesOf(code: Buffer, selector: string): readonly (readonly Store[])[] | null {
  const { ends } = called(code, selector, true);
  const others = ends.filter(({ kind }) => kind !== 'reverted');
  if (others.length === 0 || others.some(({ kind }) => kind !== 'returned')) return null;
  return others.map(({ effects }) => {
    const stores = storesIn(effects);
    const locks = locksAmong(stores);
    return stores.filter(({ slot }) => slot === null || !locks.has(slot));
  });
}

interface Store {
  /** Null: computed from what is not known. */
  readonly slot: bigint | null;
  /** Of the word that is stored. */
  readonly bits: KnownBits;
}

/** SSTORE among the effects of a run, in order. */
const storesIn = (effects: string): readonly Store[] =>
  [...effects.matchAll(/ 85 (\S+) (\S+)/g)].map(([, value = '?', slot = '?']) => ({
    slot: slot.startsWith('?') ? null : BigInt(`0x${slot}`),
    bits: bitsOfText(value),
  }));

/** What the stores of a run do to one slot. */
interface SlotUse {
  /** Bits that get one value and then the other. */
  readonly toggled: bigint;
  /** The other bits that the run decides. */
  readonly set: bigint;
  /** Whether all that happens to it is that it locks the contract while a function runs, so that it is not called again. */
  readonly isLock: boolean;
}

function usesOf(stores: readonly Store[]): ReadonlyMap<bigint, SlotUse> {
  const bySlot = new Map<bigint, KnownBits[]>();
  for (const { slot, bits } of stores) if (slot !== null) bySlot.set(slot, [...(bySlot.get(slot) ?? []), bits]);
  return new Map([...bySlot].map(([slot, all]) => [slot, useOf(all)]));
}

function useOf(all: readonly KnownBits[]): SlotUse {
  const ones = all.reduce((sum, bits) => sum | bits.ones, 0n);
  const zeros = all.reduce((sum, bits) => sum | bits.zeros, 0n);
  const toggled = ones & zeros;
  const isVague = all.some((bits) => (bits.ones | bits.zeros) === 0n);
  const isWhole = all.every((bits) => (bits.ones | bits.zeros) === allBits);
  // A lock of a whole slot may have any two values; one beside others has those of its own bits.
  const isLock = !isVague && toggled !== 0n && (isWhole || (ones & ~toggled) === 0n);
  return { toggled, set: isVague ? allBits & ~toggled : (ones | zeros) & ~toggled, isLock };
}

const locksAmong = (stores: readonly Store[]): ReadonlySet<bigint> =>
  new Set([...usesOf(stores)].flatMap(([slot, { isLock }]) => (isLock ? [slot] : [])));

/** The arguments are known, so that a run does not branch on them. */
const called = (code: Buffer, selector: string, isWide: boolean, mostSteps = steps): Run => {
  const input = Buffer.from(`${selector.slice(2)}${anyArguments}`, 'hex');
  return runCode(code, { input, known: input.length, isWide, mostSteps, mostVisits: visits });
};

function guardOf(code: Buffer, selector: string): Pick<Initializer, 'guard' | 'guardBits'> {
  // A check of the address that the code runs at may come first.
  const [narrow, wide] = [called(code, selector, false), called(code, selector, true)];
  const uses = wide.ends.flatMap(({ kind, effects }) => (kind === 'returned' ? [usesOf(storesIn(effects))] : []));
  const usesOfSlot = (slot: bigint): readonly SlotUse[] => uses.flatMap((one) => one.get(slot) ?? []);
  const isLock = (slot: bigint): boolean => {
    const own = usesOfSlot(slot);
    return own.length > 0 && own.every((one) => one.isLock);
  };
  const first = [...narrow.loaded, ...wide.loaded].find((slot) => !isLock(slot));
  if (first === undefined) return { guard: null, guardBits: allBits };
  const own = usesOfSlot(first);
  const toggled = own.reduce((sum, use) => sum | use.toggled, 0n);
  const set = own.reduce((sum, use) => sum | use.set, 0n) & ~toggled;
  return { guard: `0x${first.toString(16).padStart(64, '0')}`, guardBits: set === 0n ? allBits : set };
}

const logsReadiness = (code: Buffer): boolean =>
  [...instructionsOf(code)].some(
    (instruction) => instruction.opcode === push32 && initializedTopics.includes(pushedText(code, instruction)),
  );

function loggingIn(code: Buffer): readonly string[] | null {
  const found: string[] = [];
  let left = allSteps;
  for (const selector of selectorsIn(code)) {
    if (left <= 0) return null;
    const { ends, taken } = called(code, selector, true, Math.min(left, steps));
    left -= taken;
    if (ends.some(({ effects }) => initializedTopics.some((topic) => effects.includes(topic)))) found.push(selector);
  }
  return found;
}
