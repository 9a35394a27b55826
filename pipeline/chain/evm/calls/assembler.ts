/** A small assembler for the code that reads many contracts in one call (`reader-code.ts`). */

const opcodes: Readonly<Record<string, number>> = {
  ADD: 0x01,
  MUL: 0x02,
  SUB: 0x03,
  LT: 0x10,
  GT: 0x11,
  EQ: 0x14,
  ISZERO: 0x15,
  SHL: 0x1b,
  SHR: 0x1c,
  ADDRESS: 0x30,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  EXTCODESIZE: 0x3b,
  EXTCODECOPY: 0x3c,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  EXTCODEHASH: 0x3f,
  MLOAD: 0x51,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  CALL: 0xf1,
  RETURN: 0xf3,
  STATICCALL: 0xfa,
  REVERT: 0xfd,
};

/**
 * Code of an assembly text: opcodes by name, `10` or `0x10` pushes a number, `:name` marks a jump target, `@name` pushes
 * its position, `$name` pushes the address of a variable in memory; `//` starts a comment. PUSH0 is not used, because
 * some chains lack it.
 */
export function assemble(text: string, variables: readonly string[] = []): string {
  const tokens = text.replace(/\/\/.*/g, '').match(/\S+/g) ?? [];
  const code: number[] = [];
  const targets = new Map<string, number>();
  const references: { readonly at: number; readonly name: string }[] = [];
  for (const token of tokens) {
    const name = token.slice(1);
    if (token.startsWith(':')) {
      targets.set(name, code.length);
      code.push(opcode('JUMPDEST'));
    } else if (token.startsWith('@')) {
      references.push({ at: code.length + 1, name });
      code.push(0x61, 0, 0);
    } else if (token.startsWith('$')) code.push(...push(addressOf(name, variables)));
    else if (/^\d/.test(token)) code.push(...push(Number(token)));
    else code.push(opcode(token));
  }
  for (const { at, name } of references) {
    const position = targets.get(name);
    if (position === undefined) throw new Error(`no jump target ${name}`);
    code[at] = position >> 8;
    code[at + 1] = position & 0xff;
  }
  return `0x${Buffer.from(code).toString('hex')}`;
}

function opcode(name: string): number {
  const code = opcodes[name];
  if (code === undefined) throw new Error(`no opcode ${name}`);
  return code;
}

function push(value: number): readonly number[] {
  const bytes = [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
  const first = bytes.findIndex((byte) => byte !== 0);
  const significant = first < 0 ? [0] : bytes.slice(first);
  return [0x5f + significant.length, ...significant];
}

function addressOf(name: string, variables: readonly string[]): number {
  const at = variables.indexOf(name);
  if (at < 0) throw new Error(`no variable ${name}`);
  return at * 32;
}
