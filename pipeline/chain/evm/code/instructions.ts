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
