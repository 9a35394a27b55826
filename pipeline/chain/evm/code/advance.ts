import { jumpTargetsOf, pushedAt } from './instructions.ts';
import { Memory } from './memory.ts';
import { inputsOf, plain } from './plain-instructions.ts';
import { endAt, popped, type PassedCall, type RunEnd, type RunInput, type RunNotes, type Thread } from './thread.ts';
import { textOfBits } from './known-bits.ts';
import { bitsOf, combined, isBinary, isKnown, unknownWord, type Word } from './values.ts';

const mostStack = 1_024;

/** A branch on a word that is not known: where it is, and where it goes when taken. */
interface OpenBranch {
  readonly at: number;
  readonly to: number;
}

/** One instruction; null: the thread goes on. */
export function advance(
  code: Buffer,
  thread: Thread,
  given: RunInput,
  { calls, compared, loaded }: RunNotes,
): RunEnd | OpenBranch | null {
  const { pc, stack } = thread;
  const opcode = code[pc] ?? 0;
  if (stack.length > mostStack || stack.length < inputsOf(opcode)) return endAt('reverted', pc, thread, true);
  thread.pc = pc + 1;
  if (opcode >= 0x5f && opcode <= 0x7f) {
    stack.push(pushedAt(code, pc));
    thread.pc += opcode - 0x5f;
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
    const a = popped(stack);
    const b = popped(stack);
    if (comparing.has(opcode)) noteCompared(a, b, compared);
    stack.push(combined(opcode, a, b));
    return null;
  }
  switch (opcode) {
    case 0x00:
    case 0xff:
      return endAt('returned', pc, thread);
    case 0xf3:
    case 0xfd: {
      const at = popped(stack);
      const size = popped(stack);
      const bytes = Memory.isPlace(at, size) ? thread.memory.known(Number(at), Number(size)) : null;
      thread.effects += ` ${opcode} ${bytes?.toString('hex') ?? '?'}`;
      return opcode === 0xf3 ? endAt('returned', pc, thread) : endAt('reverted', pc, thread, size === 0n);
    }
    case 0x56:
    case 0x57: {
      const to = popped(stack);
      const condition = opcode === 0x56 ? 1n : popped(stack);
      if (condition === 0n) return null;
      if (!isKnown(to)) return endAt('not_followed', pc, thread);
      const target = Number(to);
      if (to > BigInt(code.length) || !jumpTargetsOf(code).has(target)) {
        return isKnown(condition) ? endAt('reverted', pc, thread, true) : null;
      }
      if (!isKnown(condition)) return { at: pc, to: target };
      thread.pc = target;
      return null;
    }
    case 0xf1:
    case 0xf2:
    case 0xf4:
    case 0xfa:
      return passCall(opcode, thread, given, calls) ? endAt('passed_on', pc, thread) : null;
    default:
      note(opcode, stack, thread);
      if (opcode === 0x54) noteLoaded(stack.at(-1), loaded);
      return plain(opcode, code, thread, given) ? null : endAt('reverted', pc, thread, opcode === 0xfe);
  }
}

/** SUB, EQ and XOR. */
export const comparing: ReadonlySet<number> = new Set([0x03, 0x14, 0x18]);

function noteCompared(a: Word, b: Word, compared: Set<bigint>): void {
  const [known, other] = isKnown(a) ? [a, b] : [b, a];
  if (isKnown(known) && !isKnown(other) && other.origin?.kind === 'selector') compared.add(known);
}

function noteLoaded(slot: Word | undefined, loaded: bigint[]): void {
  if (slot !== undefined && isKnown(slot)) loaded.push(slot);
}

/** Notes what an instruction stores or logs. */
function note(opcode: number, stack: readonly Word[], thread: Thread): void {
  const isLog = opcode >= 0xa0 && opcode <= 0xa4;
  if (opcode !== 0x55 && !isLog) return;
  const words = stack
    .slice(isLog ? -2 - (opcode - 0xa0) : -2)
    .map((word) => (isKnown(word) ? word.toString(16) : textOfBits(bitsOf(word))));
  thread.effects += ` ${opcode} ${words.join(' ')}`;
}

/**
 * A call to another contract succeeds and returns a word; where branches go both ways, it may fail, too. True: the call ends the
 * run, because other code goes on.
 */
function passCall(opcode: number, thread: Thread, { input, isWide }: RunInput, calls: PassedCall[]): boolean {
  const { stack, memory } = thread;
  popped(stack);
  const target = popped(stack);
  if (opcode === 0xf1 || opcode === 0xf2) popped(stack);
  const [inputAt, inputSize, outputAt, outputSize] = [popped(stack), popped(stack), popped(stack), popped(stack)];
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
  stack.push(isWide ? unknownWord : 1n);
  return false;
}
