/** Functions that make a contract ready, by their name or by what they log, and the slot that shows whether one was called. */
import { anyArguments, initializedTopics, initializerSelectors } from '../calls/taking-functions.ts';
import { instructionsOf } from './instructions.ts';
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
    guard: guardOf(code, selector),
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
  readonly value: bigint | null;
}

const wordOf = (text: string): bigint | null => (text === '?' ? null : BigInt(`0x${text}`));

/** SSTORE among the effects of a run, in order. */
const storesIn = (effects: string): readonly Store[] =>
  [...effects.matchAll(/ 85 (\S+) (\S+)/g)].map(([, value = '?', slot = '?']) => ({
    slot: wordOf(slot),
    value: wordOf(value),
  }));

/** Slots that get one value and then another: they lock the contract while a function runs, so that it is not called again. */
function locksAmong(stores: readonly Store[]): ReadonlySet<bigint> {
  const values = new Map<bigint, Set<bigint | null>>();
  for (const { slot, value } of stores) {
    if (slot !== null) values.set(slot, (values.get(slot) ?? new Set()).add(value));
  }
  return new Set([...values].flatMap(([slot, all]) => (all.size > 1 && !all.has(null) ? [slot] : [])));
}

/** The arguments are known, so that a run does not branch on them. */
const called = (code: Buffer, selector: string, isWide: boolean, mostSteps = steps): Run => {
  const input = Buffer.from(`${selector.slice(2)}${anyArguments}`, 'hex');
  return runCode(code, { input, known: input.length, isWide, mostSteps, mostVisits: visits });
};

function guardOf(code: Buffer, selector: string): string | null {
  // A check of the address that the code runs at may come first.
  const [narrow, wide] = [called(code, selector, false), called(code, selector, true)];
  const locks = new Set(wide.ends.flatMap(({ effects }) => [...locksAmong(storesIn(effects))]));
  const first = [...narrow.loaded, ...wide.loaded].find((slot) => !locks.has(slot));
  return first === undefined ? null : `0x${first.toString(16).padStart(64, '0')}`;
}

const logsReadiness = (code: Buffer): boolean =>
  [...instructionsOf(code)].some(
    ({ opcode, data }) => opcode === push32 && initializedTopics.includes(data.toString('hex')),
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
