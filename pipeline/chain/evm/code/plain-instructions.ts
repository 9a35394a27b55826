import { keccak_256 } from '@noble/hashes/sha3.js';
import { Memory } from './memory.ts';
import { popped, type RunInput, type Thread } from './thread.ts';
import { isBinary, isKnown, unknownWord, type Word } from './values.ts';

/** Instructions without effect on where the code goes on. False: there is no such one. */
export function plain(opcode: number, code: Buffer, thread: Thread, { input, known, isWide }: RunInput): boolean {
  const { stack, memory } = thread;
  switch (opcode) {
    case 0x15: {
      const a = popped(stack);
      return pushed(stack, isKnown(a) ? (a === 0n ? 1n : 0n) : unknownWord);
    }
    case 0x19: {
      const a = popped(stack);
      return pushed(stack, isKnown(a) ? ((1n << 256n) - 1n) ^ a : unknownWord);
    }
    case 0x20: {
      const [at, size] = [popped(stack), popped(stack)];
      const bytes = Memory.isPlace(at, size) ? memory.known(Number(at), Number(size)) : null;
      return pushed(
        stack,
        bytes === null ? unknownWord : BigInt(`0x${Buffer.from(keccak_256(bytes)).toString('hex')}`),
      );
    }
    case 0x30:
      return pushed(stack, { origin: { kind: 'self' } });
    case 0x34:
      return pushed(stack, isWide ? unknownWord : 0n);
    case 0x35: {
      const at = popped(stack);
      if (!isKnown(at)) return pushed(stack, unknownWord);
      if (at >= BigInt(input.length)) return pushed(stack, 0n);
      if (at >= BigInt(known)) return pushed(stack, at === 0n ? { origin: { kind: 'selector' } } : unknownWord);
      const word = Buffer.alloc(32);
      input.copy(word, 0, Number(at), Number(at) + 32);
      return pushed(stack, BigInt(`0x${word.toString('hex')}`));
    }
    case 0x36:
      return pushed(stack, BigInt(input.length));
    case 0x37:
    case 0x39: {
      const [to, from, size] = [popped(stack), popped(stack), popped(stack)];
      if (!Memory.isPlace(to, size)) return true;
      if (!isKnown(from)) {
        memory.blur(Number(to), Number(size), unknownWord);
        return true;
      }
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
      return pushed(stack, BigInt(code.length));
    case 0x3c: {
      const [, to, , size] = [popped(stack), popped(stack), popped(stack), popped(stack)];
      if (Memory.isPlace(to, size)) memory.blur(Number(to), Number(size), unknownWord);
      return true;
    }
    case 0x3d:
      return pushed(stack, thread.answer === null ? 0n : 32n);
    case 0x3e: {
      const [to, , size] = [popped(stack), popped(stack), popped(stack)];
      if (Memory.isPlace(to, size)) memory.blur(Number(to), Number(size), thread.answer ?? unknownWord);
      return true;
    }
    case 0x51: {
      const at = popped(stack);
      return pushed(stack, Memory.isPlace(at, 32n) ? memory.load(Number(at)) : unknownWord);
    }
    case 0x52: {
      const [at, word] = [popped(stack), popped(stack)];
      if (Memory.isPlace(at, 32n)) memory.store(Number(at), word);
      return true;
    }
    case 0x53: {
      const [at, word] = [popped(stack), popped(stack)];
      if (!Memory.isPlace(at, 1n)) return true;
      if (isKnown(word)) memory.write(Number(at), Buffer.of(Number(word & 0xffn)));
      else memory.blur(Number(at), 1, unknownWord);
      return true;
    }
    case 0x54: {
      const key = popped(stack);
      return pushed(stack, { origin: { kind: 'slot', slot: isKnown(key) ? key : null, shift: 0 } });
    }
    case 0x5e: {
      const [to, from, size] = [popped(stack), popped(stack), popped(stack)];
      if (!Memory.isPlace(to, size)) return true;
      const bytes = Memory.isPlace(from, size) ? memory.known(Number(from), Number(size)) : null;
      if (bytes === null) memory.blur(Number(to), Number(size), unknownWord);
      else memory.write(Number(to), Buffer.from(bytes));
      return true;
    }
    case 0x58:
      return pushed(stack, BigInt(thread.pc - 1));
    case 0x5b:
      return true;
    default:
      return others(opcode, thread);
  }
}

function pushed(stack: Word[], word: Word): true {
  stack.push(word);
  return true;
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
  0xa0: 2,
  0xa1: 3,
  0xa2: 4,
  0xa3: 5,
  0xa4: 6,
  0xf0: 3,
  0xf5: 4,
};

/** Those that give no word. */
const silent: ReadonlySet<number> = new Set([0x50, 0x55, 0x5d, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4]);

/** The words that an instruction needs at least, as far as a shorter stack would go unnoticed. */
export function inputsOf(opcode: number): number {
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
  0x5e: 3,
  0xf3: 2,
  0xfd: 2,
};
