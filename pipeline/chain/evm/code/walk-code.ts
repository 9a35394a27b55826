/** What the code of a contract alone shows: where its fallback passes calls on to, and which known functions it has. */
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { searchedFunctions, unknownSelectors } from '../calls/known-functions.ts';
import { memberSelectors, ownerSelectors } from '../calls/taking-functions.ts';
import { viewCalls } from '../calls/views.ts';
import { instructionsOf } from './instructions.ts';
import { runCode } from './run-code.ts';
import { type Initializer, initializersIn, mayEndSilently, storesForAll } from './initializers.ts';
import { inputOf, selectorsIn } from './selectors.ts';
import type { Run, RunEnd } from './thread.ts';
import { createSharedValues } from './shared-values.ts';
import { isKnown, type Word } from './values.ts';

/** Where a call is passed on to. */
export type CallTarget =
  /** An address in the code, lower case. */
  | { readonly kind: 'fixed'; readonly address: string }
  /** An address in a slot, `0x` and 64 hex digits; it begins `shift` bits above the slot's end. */
  | { readonly kind: 'slot'; readonly slot: string; readonly shift: number }
  /** A slot for each function. */
  | { readonly kind: 'by_function' }
  /** The contract that a key has delegated to, and may replace. */
  | { readonly kind: 'key'; readonly address: string }
  /** What another contract answers. */
  | { readonly kind: 'answer'; readonly of: Exclude<CallTarget, { readonly kind: 'answer' }> }
  /** Anything else. */
  | { readonly kind: 'unknown' };

/** A function that names an owner. */
interface NamingFunction {
  readonly selector: string;
  /** Whether it names the owner of all, not one for the account that calls. */
  readonly isForAll: boolean;
}

export interface CodeWalk {
  /** Where a call of an unknown function goes on, each once. */
  readonly targets: readonly CallTarget[];
  /** Selectors of functions that are searched for; null: the code does not show which functions it has. */
  readonly functions: ReadonlySet<string> | null;
  /** Whether a function may run code that neither the code nor its own address names. */
  readonly mayRunOther: boolean;
  /** Functions that make the contract ready; null: the code does not show them. */
  readonly initializers: readonly Initializer[] | null;
  /** Functions that name an owner, and store something in every call that succeeds. */
  readonly naming: readonly NamingFunction[];
}

const [fallbackSteps, functionSteps, wideSteps] = [30_000, 8_000, 150_000];

/** Functions that are searched for: `0x` and 8 hex digits, and the bytes of their arguments that have a fixed place. */
const searched: readonly (readonly [selector: string, argumentBytes: number])[] = [
  ...searchedFunctions,
  ...viewCalls.map((call) => [call.slice(0, 10), call.length / 2 - 5] as const),
];

const noCode: CodeWalk = {
  targets: [],
  functions: new Set(),
  mayRunOther: false,
  initializers: [],
  naming: [],
};

/** Tokens have codes of their own, but a few walks: a day's sweep of 100,000 tokens requests no code that was walked before. */
const walks = createSharedValues<CodeWalk>({
  mostKeys: 100_000,
  mostValues: 5_000,
  digestOf: (walk) =>
    sha256Hex(
      JSON.stringify(walk, (_, value: unknown) => {
        if (typeof value === 'bigint') return String(value);
        return value instanceof Set ? [...(value as ReadonlySet<unknown>)] : value;
      }),
    ),
});

/** Walks code once for its hash. */
export const walkCode = (hash: string, code: Buffer): CodeWalk =>
  walks.get(hash) ?? walks.put(hash, code.length === 0 ? noCode : walkOnce(code));

/** The walk of code that was walked before. */
export const walkOf = (hash: string): CodeWalk | undefined => walks.get(hash);

function walkOnce(code: Buffer): CodeWalk {
  const delegate = delegateIn(code);
  if (delegate !== null) return { ...noCode, targets: [{ kind: 'key', address: delegate }], mayRunOther: true };
  const runs = unknownSelectors.map((selector) => {
    const input = inputOf(selector);
    return runCode(code, { input, known: input.length, isWide: true, mostSteps: fallbackSteps });
  });
  const targets = targetsOf(runs);
  const functions = functionsOf(code);
  return {
    targets,
    functions,
    mayRunOther: mayRunOther(code),
    initializers: functions === null ? null : initializersIn(code, functions),
    naming: [...(functions ?? [])]
      .filter((one) => ownerSelectors.has(one) && !mayEndSilently(code, one))
      .map((selector) => ({ selector, isForAll: memberSelectors.has(selector) || storesForAll(code, selector) })),
  };
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

/**
 * A function is there when a call of it ends elsewhere than calls of unknown functions. Arguments are not known, and there are
 * as many bytes of them as the function takes, because code may refuse any other. Where unknown functions end at a branch, what
 * is behind it decides: every way on is compared.
 */
function functionsOf(code: Buffer): ReadonlySet<string> | null {
  const endsOf = (selector: string, size: number, isWide: boolean): readonly RunEnd[] => {
    const mostSteps = isWide ? fallbackSteps : functionSteps;
    const { ends } = runCode(code, { input: inputOf(selector, size), known: 4, isWide, mostSteps });
    // A fallback may return or store the selector.
    return ends.map((end) => ({ ...end, effects: end.effects.replaceAll(selector.slice(2), 'selector') }));
  };
  const unknown = new Map<number, UnknownEnds | null>();
  const unknownFor = (size: number): UnknownEnds | null => {
    const known = unknown.get(size);
    if (known !== undefined) return known;
    const narrow = unknownSelectors.flatMap((selector) => endsOf(selector, size, false));
    const isWide = narrow.some(({ kind }) => kind === 'branch');
    const ends = isWide ? unknownSelectors.flatMap((selector) => endsOf(selector, size, true)) : narrow;
    const found =
      ends.length === 0 || ends.some(({ kind }) => kind === 'not_followed') ? null : { narrow, ends, isWide };
    unknown.set(size, found);
    return found;
  };
  const found = new Set<string>();
  for (const [selector, size] of searched) {
    const of = unknownFor(size);
    if (of === null) return null;
    const isUnknown = (ends: readonly RunEnd[], among: readonly RunEnd[]): boolean =>
      ends.every((end) => among.some((one) => isAlike(one, end)));
    if (!isUnknown(endsOf(selector, size, false), of.narrow)) found.add(selector);
    else if (of.isWide && !isUnknown(endsOf(selector, size, true), of.ends)) found.add(selector);
  }
  return found;
}

/** Ends of calls of unknown functions; `ends` are those behind every branch. */
interface UnknownEnds {
  readonly narrow: readonly RunEnd[];
  readonly ends: readonly RunEnd[];
  readonly isWide: boolean;
}

/** Compilers write what unknown functions do more than once, so an end elsewhere is alike if it did the same. */
const isAlike = (a: RunEnd, b: RunEnd): boolean =>
  a.kind === b.kind && ((a.isEmpty && b.isEmpty) || (a.effects === b.effects && (a.at === b.at || hasEnded(a))));

const hasEnded = ({ kind }: RunEnd): boolean => kind === 'returned' || kind === 'reverted';

const delegating: ReadonlySet<number> = new Set([0xf2, 0xf4]);

/**
 * Every function whose selector the code pushes is run, with arguments that are not known, and so is a call without input. A
 * table of functions has selectors that the code does not push: a call of any function jumps to a place that is not known.
 */
function mayRunOther(code: Buffer): boolean {
  if (![...instructionsOf(code)].some(({ opcode }) => delegating.has(opcode))) return false;
  const called = [...selectorsIn(code)].map((selector) => ({ input: inputOf(selector), known: 4 }));
  const any = runCode(code, { input: inputOf('0x00000000'), known: 0, isWide: false, mostSteps: functionSteps });
  if (any.ends.some(({ kind }) => kind === 'not_followed')) return true;
  let left = wideSteps;
  for (const { input, known } of [{ input: Buffer.alloc(0), known: 0 }, ...called]) {
    const { ends, calls } = runCode(code, { input, known, isWide: true, mostSteps: Math.min(left, 20_000) });
    left -= 20_000 / 10;
    if (left <= 0 || ends.some(({ kind }) => kind === 'not_followed')) return true;
    if (calls.some(({ kind, target }) => kind === 'delegate' && !isOwn(target))) return true;
  }
  return false;
}

const isOwn = (target: Word): boolean => isKnown(target) || target.origin?.kind === 'self';

/** The contract that a key runs the code of (EIP-7702); null: the code is that of a contract. */
const delegateIn = (code: Buffer): string | null =>
  code.length === 23 && code.readUIntBE(0, 3) === 0xef0100 ? `0x${code.toString('hex', 3)}` : null;
