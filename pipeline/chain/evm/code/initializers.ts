/** Functions that make a contract ready, by their name or by what they log, and the slot that shows whether one was called. */
import { anyArguments, initializedTopics, initializerSelectors } from '../calls/taking-functions.ts';
import { instructionsOf } from './instructions.ts';
import { runCode } from './run-code.ts';
import { selectorsIn } from './selectors.ts';
import type { Run } from './thread.ts';

export interface Initializer {
  /** `0x` and 8 hex digits. */
  readonly selector: string;
  /** The first slot that it reads, `0x` and 64 hex digits: zero before the first call. Null: it reads none before it decides. */
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

/** Whether a call of a function may succeed without storing anything, as far as the code alone decides. */
export function mayEndSilently(code: Buffer, selector: string): boolean {
  const { ends } = called(code, selector, true);
  const others = ends.filter(({ kind }) => kind !== 'reverted');
  return others.length === 0 || others.some(({ kind, effects }) => kind !== 'returned' || !effects.includes(store));
}

/** SSTORE among the effects of a run. */
const store = ' 85 ';

/** The arguments are known, so that a run does not branch on them. */
const called = (code: Buffer, selector: string, isWide: boolean, mostSteps = steps): Run => {
  const input = Buffer.from(`${selector.slice(2)}${anyArguments}`, 'hex');
  return runCode(code, { input, known: input.length, isWide, mostSteps, mostVisits: visits });
};

function guardOf(code: Buffer, selector: string): string | null {
  // A check of the address that the code runs at may come first.
  const [first] = [false, true].flatMap((isWide) => called(code, selector, isWide).loaded);
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
