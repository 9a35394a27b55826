/** What the code of a contract alone shows: where its fallback passes calls on to, and which known functions it has. */
import { searchedSelectors, unknownSelectors } from '../calls/known-functions.ts';
import { viewCalls } from '../calls/views.ts';
import { instructionsOf } from './instructions.ts';
import { runCode } from './run-code.ts';
import type { Run, RunEnd } from './thread.ts';
import { isKnown, type Word } from './values.ts';

/** Where a call is passed on to. */
export type CallTarget =
  /** An address in the code, lower case. */
  | { readonly kind: 'fixed'; readonly address: string }
  /** An address in a slot, `0x` and 64 hex digits; it begins `shift` bits above the slot's end. */
  | { readonly kind: 'slot'; readonly slot: string; readonly shift: number }
  /** A slot for each function. */
  | { readonly kind: 'by_function' }
  /** What another contract answers. */
  | { readonly kind: 'answer'; readonly of: Exclude<CallTarget, { readonly kind: 'answer' }> }
  /** Anything else. */
  | { readonly kind: 'unknown' };

export interface CodeWalk {
  /** Where a call of an unknown function goes on, each once. */
  readonly targets: readonly CallTarget[];
  /** Selectors of functions that are searched for; null: the code does not show which functions it has. */
  readonly functions: ReadonlySet<string> | null;
  /** Whether a function may run code that neither the code nor its own address names. */
  readonly mayRunOther: boolean;
}

const [fallbackSteps, functionSteps, wideSteps] = [30_000, 8_000, 150_000];
const argumentBytes = 32 * 16;

const viewSelectors = viewCalls.map((call) => call.slice(0, 10));

const noCode: CodeWalk = { targets: [], functions: new Set(), mayRunOther: false };

/** Thousands of tokens have the same code. */
const walks = new Map<string, CodeWalk>();
const mostWalks = 5_000;

/** Walks code once for its hash. */
export function walkCode(hash: string, code: Buffer): CodeWalk {
  const known = walks.get(hash);
  if (known !== undefined) return known;
  const walk = code.length === 0 ? noCode : walkOnce(code);
  const [oldest] = walks.keys();
  if (walks.size >= mostWalks && oldest !== undefined) walks.delete(oldest);
  walks.set(hash, walk);
  return walk;
}

/** The walk of code that was walked before. */
export const walkOf = (hash: string): CodeWalk | undefined => walks.get(hash);

const inputOf = (selector: string): Buffer =>
  Buffer.concat([Buffer.from(selector.slice(2), 'hex'), Buffer.alloc(argumentBytes)]);

function walkOnce(code: Buffer): CodeWalk {
  const runs = unknownSelectors.map((selector) => {
    const input = inputOf(selector);
    return runCode(code, { input, known: input.length, isWide: true, mostSteps: fallbackSteps });
  });
  const targets = targetsOf(runs);
  return { targets, functions: functionsOf(code), mayRunOther: mayRunOther(code) };
}

function targetsOf(runs: readonly Run[]): readonly CallTarget[] {
  const [first = [], other = []] = runs.map(({ calls }) => calls.map(({ target }) => targetOf(target)));
  const texts = new Set(other.map((target) => JSON.stringify(target)));
  // A slot that only one of two unknown functions has follows from the function.
  const merged = first.map(
    (target): CallTarget =>
      target.kind === 'slot' && !texts.has(JSON.stringify(target)) ? { kind: 'by_function' } : target,
  );
  return [...new Map(merged.map((target) => [JSON.stringify(target), target])).values()];
}

const mostAddress = (1n << 160n) - 1n;
const hex = (value: bigint, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;

function targetOf(word: Word): CallTarget {
  if (isKnown(word)) return { kind: 'fixed', address: hex(word & mostAddress, 40) };
  const { origin } = word;
  switch (origin?.kind) {
    case 'slot':
      if (origin.slot === null) return { kind: 'by_function' };
      return { kind: 'slot', slot: hex(origin.slot, 64), shift: Math.max(origin.shift, 0) };
    case 'answer': {
      const of = targetOf(origin.of);
      return of.kind === 'answer' ? { kind: 'unknown' } : { kind: 'answer', of };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** A function is there when a call of it ends elsewhere than calls of unknown functions. */
function functionsOf(code: Buffer): ReadonlySet<string> | null {
  const endOf = (selector: string): RunEnd | undefined => {
    const input = inputOf(selector);
    const [end] = runCode(code, { input, known: input.length, isWide: false, mostSteps: functionSteps }).ends;
    // A fallback may return or store the selector.
    return end === undefined ? end : { ...end, effects: end.effects.replaceAll(selector.slice(2), 'selector') };
  };
  const unknown = unknownSelectors.map(endOf);
  if (unknown.some((end) => end === undefined || end.kind === 'not_followed')) return null;
  const found = new Set<string>();
  for (const selector of [...searchedSelectors, ...viewSelectors]) {
    const end = endOf(selector);
    if (end !== undefined && !unknown.some((one) => one !== undefined && isAlike(one, end))) found.add(selector);
  }
  return found;
}

/** Compilers write what unknown functions do more than once, so an end elsewhere is alike if it did the same. */
const isAlike = (a: RunEnd, b: RunEnd): boolean =>
  a.kind === b.kind && ((a.isEmpty && b.isEmpty) || (a.effects === b.effects && (a.at === b.at || hasEnded(a))));

const hasEnded = ({ kind }: RunEnd): boolean => kind === 'returned' || kind === 'reverted';

const delegating: ReadonlySet<number> = new Set([0xf2, 0xf4]);

/** Every function whose selector the code pushes is run, with arguments that are not known. */
function mayRunOther(code: Buffer): boolean {
  const selectors = new Set<string>();
  let delegates = false;
  for (const { opcode, data } of instructionsOf(code)) {
    if (opcode === 0x63 || opcode === 0x62) selectors.add(`0x${data.toString('hex').padStart(8, '0')}`);
    delegates ||= delegating.has(opcode);
  }
  if (!delegates) return false;
  let left = wideSteps;
  for (const selector of selectors) {
    const input = inputOf(selector);
    const { ends, calls } = runCode(code, { input, known: 4, isWide: true, mostSteps: Math.min(left, 20_000) });
    left -= 20_000 / 10;
    if (left <= 0 || ends.some(({ kind }) => kind === 'not_followed')) return true;
    if (calls.some(({ kind, target }) => kind === 'delegate' && !isOwn(target))) return true;
  }
  return false;
}

const isOwn = (target: Word): boolean => isKnown(target) || target.origin?.kind === 'self';
