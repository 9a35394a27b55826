const jumpTargets = new WeakMap<Buffer, ReadonlySet<number>>();

/** Positions of JUMPDEST that are no data of a push. */
export function jumpTargetsOf(code: Buffer): ReadonlySet<number> {
  const known = jumpTargets.get(code);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const { at, opcode } of instructionsOf(code)) if (opcode === 0x5b) found.add(at);
  jumpTargets.set(code, found);
  return found;
}

const pushedWords = new WeakMap<Buffer, Map<number, bigint>>();

/** What the push at a position pushes: the same code is run for each function that is searched for. */
export function pushedAt(code: Buffer, at: number): bigint {
  let words = pushedWords.get(code);
  if (words === undefined) {
    words = new Map();
    pushedWords.set(code, words);
  }
  let word = words.get(at);
  if (word === undefined) {
    const size = code.readUInt8(at) - 0x5f;
    // Behind its end, code is zeros.
    word = size === 0 ? 0n : BigInt(`0x${pushedText(code, { at, size }).padEnd(size * 2, '0')}`);
    words.set(at, word);
  }
  return word;
}

/** Instructions in their order; `size`: bytes behind it that a push pushes. */
export function* instructionsOf(
  code: Buffer,
): Generator<{ readonly at: number; readonly opcode: number; readonly size: number }> {
  for (let at = 0; at < code.length; at += 1) {
    const opcode = code.readUInt8(at);
    const size = opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5f : 0;
    yield { at, opcode, size };
    at += size;
  }
}

/** What a push pushes, as far as the code has it, in hex. */
export const pushedText = (code: Buffer, { at, size }: { readonly at: number; readonly size: number }): string =>
  code.toString('hex', at + 1, at + 1 + size);
