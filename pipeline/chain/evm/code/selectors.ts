/** Selectors of functions: calls of them, and those that code has. */
import { comparing } from './advance.ts';
import { instructionsOf, pushedText } from './instructions.ts';
import { runCode } from './run-code.ts';

const [argumentBytes, mostSteps] = [32 * 16, 30_000];

/** A call of a function, with `size` bytes of arguments. */
export const inputOf = (selector: string, size = argumentBytes): Buffer =>
  Buffer.concat([Buffer.from(selector.slice(2), 'hex'), Buffer.alloc(size)]);

const textOf = (digits: string): string => `0x${digits.padStart(8, '0')}`;

const [push1, push3, push4, dup1, dup16] = [0x60, 0x62, 0x63, 0x80, 0x8f];
const wordTail = 224n;

/**
 * Selectors that the code has. One with zeros in front is pushed as a shorter word, as most other numbers are: it is one where it
 * is compared. Some code computes it, or compares the whole word: a run of a call that is not known sees what it is compared with.
 */
export function selectorsIn(code: Buffer): ReadonlySet<string> {
  const all = [...instructionsOf(code)];
  const found = new Set<string>();
  for (const [index, instruction] of all.entries()) {
    const { opcode } = instruction;
    if (opcode < push1 || opcode > push4) continue;
    const [next, second] = [all[index + 1]?.opcode ?? 0, all[index + 2]?.opcode ?? 0];
    const isCompared = comparing.has(next) || (next >= dup1 && next <= dup16 && comparing.has(second));
    if (opcode >= push3 || isCompared) found.add(textOf(pushedText(code, instruction)));
  }
  const { compared } = runCode(code, {
    input: inputOf('0x00000000'),
    known: 0,
    isWide: true,
    mostSteps,
  });
  for (const word of compared) {
    const isWhole = (word >> wordTail) << wordTail === word;
    if (isWhole || word >> 32n === 0n) found.add(textOf((isWhole ? word >> wordTail : word).toString(16)));
  }
  return found;
}
