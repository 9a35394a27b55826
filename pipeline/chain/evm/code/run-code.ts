/**
 * Runs the code of a contract without a node, as far as its code alone decides: storage, callers and other contracts are
 * words that are not known. A branch on such a word goes both ways, or ends the run.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { Memory } from './memory.ts';
import { combined, isBinary, isKnown, unknownWord, type Word } from './values.ts';

/** Why and where a run ended. */
export interface RunEnd {
  readonly kind: 'returned' | 'reverted' | 'branch' | 'passed_on' | 'not_followed';
  readonly at: number;
  /** It reverted without data, as for a function that the contract does not have. */
  readonly isEmpty: boolean;
}

/** A call to code of another contract: in its own name and storage, or by a message with the input of this call. */
export interface PassedCall {
  readonly kind: 'delegate' | 'call';
  readonly target: Word;
}

export interface Run {
  readonly ends: readonly RunEnd[];
  readonly calls: readonly PassedCall[];
}

export interface RunInput {
  /** What the contract is called with. */
  readonly input: Buffer;
  /** Bytes of it that are known; those behind them are not. */
  readonly known: number;
  /** Whether branches on words that are not known go both ways. */
  readonly isWide: boolean;
  readonly mostSteps: number;
}

/** A branch on a word that is not known is taken so often, so that loops end. */
const mostVisits = 3;
const mostStack = 1_024;

interface Thread {
  pc: number;
  readonly stack: Word[];
  readonly memory: Memory;
  /** What the last call returned; null: there was none. */
  answer: Word | null;
}

const jumpTargets = new WeakMap<Buffer, ReadonlySet<number>>();

/** Positions of JUMPDEST that are no data of a push. */
function jumpTargetsOf(code: Buffer): ReadonlySet<number> {
  const known = jumpTargets.get(code);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const { at, opcode } of instructionsOf(code)) if (opcode === 0x5b) found.add(at);
  jumpTargets.set(code, found);
  return found;
}

/** Instructions in their order; `data` is what a push pushes. */
export function* instructionsOf(
  code: Buffer,
): Generator<{ readonly at: number; readonly opcode: number; readonly data: Buffer }> {
  for (let at = 0; at < code.length; at += 1) {
    const opcode = code.readUInt8(at);
    const size = opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5f : 0;
    yield { at, opcode, data: code.subarray(at + 1, at + 1 + size) };
    at += size;
  }
}

/** Runs code. Never throws: a run that cannot be followed ends as `not_followed`. */
export function runCode(code: Buffer, given: RunInput): Run {
  const ends: RunEnd[] = [];
  const calls: PassedCall[] = [];
  const visits = new Map<number, number>();
  const threads: Thread[] = [{ pc: 0, stack: [], memory: new Memory(), answer: null }];
  let left = given.mostSteps;
  for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
    for (;;) {
      left -= 1;
      const step = left < 0 ? endAt('not_followed', thread.pc) : advance(code, thread, given, calls);
      if (step === null) continue;
      if ('kind' in step) {
        ends.push(step);
        break;
      }
      const seen = visits.get(step.at) ?? 0;
      if (!given.isWide) {
        ends.push(endAt('branch', step.at));
        break;
      }
      visits.set(step.at, seen + 1);
      if (seen < mostVisits) {
        threads.push({ ...thread, pc: step.to, stack: [...thread.stack], memory: thread.memory.copy() });
      }
      if (seen >= mostVisits) break;
    }
    if (left < 0) break;
  }
  return { ends, calls };
}

const endAt = (kind: RunEnd['kind'], at: number, isEmpty = false): RunEnd => ({ kind, at, isEmpty });

/** A branch on a word that is not known: where it is, and where it goes when taken. */
interface OpenBranch {
  readonly at: number;
  readonly to: number;
}

/** One instruction; null: the thread goes on. */
function advance(code: Buffer, thread: Thread, given: RunInput, calls: PassedCall[]): RunEnd | OpenBranch | null {
  const { pc, stack } = thread;
  const opcode = pc < code.length ? code.readUInt8(pc) : 0;
  const stop = (kind: RunEnd['kind'], isEmpty = false): RunEnd => endAt(kind, pc, isEmpty);
  if (stack.length > mostStack || stack.length < inputsOf(opcode)) return stop('reverted', true);
  const pop = (): Word => stack.pop() ?? unknownWord;
  thread.pc = pc + 1;
  if (opcode >= 0x5f && opcode <= 0x7f) {
    const size = opcode - 0x5f;
    const data = Buffer.alloc(size);
    code.copy(data, 0, pc + 1, pc + 1 + size);
    stack.push(size === 0 ? 0n : BigInt(`0x${data.toString('hex')}`));
    thread.pc += size;
    return null;
  }
  if (opcode >= 0x80 && opcode <= 0x8f) {
    stack.push(stack[stack.length - (opcode - 0x7f)] ?? unknownWord);
    return null;
  }
  if (opcode >= 0x90 && opcode <= 0x9f) {
    const [top, other] = [stack.length - 1, stack.length - (opcode - 0x8e)];
    [stack[top], stack[other]] = [stack[other] ?? unknownWord, stack[top] ?? unknownWord];
    return null;
  }
  if (isBinary(opcode)) {
    const a = pop();
    stack.push(combined(opcode, a, pop()));
    return null;
  }
  switch (opcode) {
    case 0x00:
    case 0xf3:
    case 0xff:
      return stop('returned');
    case 0xfd: {
      pop();
      return stop('reverted', pop() === 0n);
    }
    case 0x56:
    case 0x57: {
      const to = pop();
      const condition = opcode === 0x56 ? 1n : pop();
      if (condition === 0n) return null;
      if (!isKnown(to)) return stop('not_followed');
      const target = Number(to);
      if (to > BigInt(code.length) || !jumpTargetsOf(code).has(target)) {
        return isKnown(condition) ? stop('reverted', true) : null;
      }
      if (!isKnown(condition)) return { at: pc, to: target };
      thread.pc = target;
      return null;
    }
    case 0xf1:
    case 0xf2:
    case 0xf4:
    case 0xfa:
      return passCall(opcode, thread, given, calls) ? stop('passed_on') : null;
    default:
      return plain(opcode, code, thread, given) ? null : stop('reverted', opcode === 0xfe);
  }
}

/** A call to another contract succeeds and returns a word. True: the call ends the run, because other code goes on. */
function passCall(opcode: number, thread: Thread, { input }: RunInput, calls: PassedCall[]): boolean {
  const { stack, memory } = thread;
  const pop = (): Word => stack.pop() ?? unknownWord;
  pop();
  const target = pop();
  if (opcode === 0xf1 || opcode === 0xf2) pop();
  const [inputAt, inputSize, outputAt, outputSize] = [pop(), pop(), pop(), pop()];
  if (opcode === 0xf4 || opcode === 0xf2) {
    calls.push({ kind: 'delegate', target });
    return true;
  }
  const passed = Memory.isPlace(inputAt, inputSize) ? memory.known(Number(inputAt), Number(inputSize)) : null;
  if (opcode === 0xf1 && passed !== null && passed.length >= input.length && passed.includes(input)) {
    calls.push({ kind: 'call', target });
    return true;
  }
  thread.answer = { origin: { kind: 'answer', of: target } };
  if (Memory.isPlace(outputAt, outputSize)) memory.blur(Number(outputAt), Number(outputSize), thread.answer);
  stack.push(1n);
  return false;
}

/** Instructions without effect on where the code goes on. False: there is no such one. */
function plain(opcode: number, code: Buffer, thread: Thread, { input, known }: RunInput): boolean {
  const { stack, memory } = thread;
  const pop = (): Word => stack.pop() ?? unknownWord;
  const push = (word: Word): true => {
    stack.push(word);
    return true;
  };
  switch (opcode) {
    case 0x15: {
      const a = pop();
      return push(isKnown(a) ? (a === 0n ? 1n : 0n) : unknownWord);
    }
    case 0x19: {
      const a = pop();
      return push(isKnown(a) ? ((1n << 256n) - 1n) ^ a : unknownWord);
    }
    case 0x20: {
      const [at, size] = [pop(), pop()];
      const bytes = Memory.isPlace(at, size) ? memory.known(Number(at), Number(size)) : null;
      return push(bytes === null ? unknownWord : BigInt(`0x${Buffer.from(keccak_256(bytes)).toString('hex')}`));
    }
    case 0x30:
      return push({ origin: { kind: 'self' } });
    case 0x34:
      return push(0n);
    case 0x35: {
      const at = pop();
      if (!isKnown(at)) return push(unknownWord);
      if (at >= BigInt(input.length)) return push(0n);
      if (at >= BigInt(known)) return push(unknownWord);
      const word = Buffer.alloc(32);
      input.copy(word, 0, Number(at), Number(at) + 32);
      return push(BigInt(`0x${word.toString('hex')}`));
    }
    case 0x36:
      return push(BigInt(input.length));
    case 0x37:
    case 0x39: {
      const [to, from, size] = [pop(), pop(), pop()];
      if (!Memory.isPlace(to, size) || !isKnown(from)) return true;
      const source = opcode === 0x37 ? input : code;
      const start = from > BigInt(source.length) ? source.length : Number(from);
      const bytes = Buffer.alloc(Number(size));
      source.copy(bytes, 0, start);
      memory.write(Number(to), bytes);
      if (opcode === 0x37 && start + bytes.length > known) {
        const kept = Math.max(known - start, 0);
        memory.blur(Number(to) + kept, bytes.length - kept, unknownWord);
      }
      return true;
    }
    case 0x38:
      return push(BigInt(code.length));
    case 0x3c: {
      const [, to, , size] = [pop(), pop(), pop(), pop()];
      if (Memory.isPlace(to, size)) memory.blur(Number(to), Number(size), unknownWord);
      return true;
    }
    case 0x3d:
      return push(thread.answer === null ? 0n : 32n);
    case 0x3e: {
      const [to, , size] = [pop(), pop(), pop()];
      if (Memory.isPlace(to, size)) memory.blur(Number(to), Number(size), thread.answer ?? unknownWord);
      return true;
    }
    case 0x51: {
      const at = pop();
      return push(Memory.isPlace(at, 32n) ? memory.load(Number(at)) : unknownWord);
    }
    case 0x52: {
      const [at, word] = [pop(), pop()];
      if (Memory.isPlace(at, 32n)) memory.store(Number(at), word);
      return true;
    }
    case 0x53: {
      const [at, word] = [pop(), pop()];
      if (!Memory.isPlace(at, 1n)) return true;
      if (isKnown(word)) memory.write(Number(at), Buffer.of(Number(word & 0xffn)));
      else memory.blur(Number(at), 1, unknownWord);
      return true;
    }
    case 0x54: {
      const key = pop();
      return push({ origin: { kind: 'slot', slot: isKnown(key) ? key : null, shift: 0 } });
    }
    case 0x58:
      return push(BigInt(thread.pc - 1));
    case 0x5b:
      return true;
    default:
      return others(opcode, thread);
  }
}

/** Instructions of which only the number of words matters that they take and give. */
function others(opcode: number, { stack }: Thread): boolean {
  const taken = taking[opcode];
  if (taken === undefined) return false;
  stack.length -= taken;
  if (!silent.has(opcode)) stack.push(unknownWord);
  return true;
}

/** Words that these take. */
const taking: Readonly<Record<number, number>> = {
  0x08: 3,
  0x09: 3,
  0x1e: 1,
  0x31: 1,
  0x32: 0,
  0x33: 0,
  0x3a: 0,
  0x3b: 1,
  0x3f: 1,
  0x40: 1,
  0x41: 0,
  0x42: 0,
  0x43: 0,
  0x44: 0,
  0x45: 0,
  0x46: 0,
  0x47: 0,
  0x48: 0,
  0x49: 1,
  0x4a: 0,
  0x50: 1,
  0x55: 2,
  0x59: 0,
  0x5a: 0,
  0x5c: 1,
  0x5d: 2,
  0x5e: 3,
  0xa0: 2,
  0xa1: 3,
  0xa2: 4,
  0xa3: 5,
  0xa4: 6,
  0xf0: 3,
  0xf5: 4,
};

/** Those that give no word. */
const silent: ReadonlySet<number> = new Set([0x50, 0x55, 0x5d, 0x5e, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4]);

/** The words that an instruction needs at least, as far as a shorter stack would go unnoticed. */
function inputsOf(opcode: number): number {
  if (opcode >= 0x80 && opcode <= 0x8f) return opcode - 0x7f;
  if (opcode >= 0x90 && opcode <= 0x9f) return opcode - 0x8e;
  if (isBinary(opcode)) return 2;
  if (opcode === 0xf1 || opcode === 0xf2) return 7;
  if (opcode === 0xf4 || opcode === 0xfa) return 6;
  return fixedInputs[opcode] ?? taking[opcode] ?? 0;
}

const fixedInputs: Readonly<Record<number, number>> = {
  0x15: 1,
  0x19: 1,
  0x20: 2,
  0x35: 1,
  0x37: 3,
  0x39: 3,
  0x3c: 4,
  0x3e: 3,
  0x51: 1,
  0x52: 2,
  0x53: 2,
  0x54: 1,
  0x56: 1,
  0x57: 2,
  0xf3: 2,
  0xfd: 2,
};
