/** Code of contracts that no compiler writes: opcodes by name, numbers in hex with `0x`, `:name` a jump target, `@name` its position. */

const opcodes: Readonly<Record<string, number>> = {
  STOP: 0x00,
  SUB: 0x03,
  MOD: 0x06,
  EQ: 0x14,
  ISZERO: 0x15,
  AND: 0x16,
  SHL: 0x1b,
  SHR: 0x1c,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  CALLDATACOPY: 0x37,
  CODECOPY: 0x39,
  RETURNDATASIZE: 0x3d,
  RETURNDATACOPY: 0x3e,
  POP: 0x50,
  MLOAD: 0x51,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  GAS: 0x5a,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  SWAP1: 0x90,
  MUL: 0x02,
  ADD: 0x01,
  CALLCODE: 0xf2,
  DELEGATECALL: 0xf4,
  RETURN: 0xf3,
  REVERT: 0xfd,
};

/** Bytes of a text; `data` follows the code, and `@data` pushes where it begins. Positions are two bytes. */
export function assembled(text: string, data: readonly string[] = []): Buffer {
  const code: number[] = [];
  const targets = new Map<string, number>();
  const open: { readonly at: number; readonly name: string }[] = [];
  const place = (name: string): void => {
    open.push({ at: code.length, name });
    code.push(0, 0);
  };
  for (const token of text.match(/\S+/g) ?? []) {
    if (token.startsWith(':')) {
      targets.set(token.slice(1), code.length);
      code.push(opcodes['JUMPDEST'] ?? 0);
    } else if (token.startsWith('@')) {
      code.push(0x61);
      place(token.slice(1));
    } else if (token.startsWith('0x')) {
      const bytes = Buffer.from(token.slice(2), 'hex');
      code.push(0x5f + bytes.length, ...bytes);
    } else {
      const opcode = opcodes[token];
      if (opcode === undefined) throw new Error(`no opcode ${token}`);
      code.push(opcode);
    }
  }
  targets.set('data', code.length);
  for (const name of data) place(name);
  for (const { at, name } of open) {
    const position = targets.get(name);
    if (position === undefined) throw new Error(`no jump target ${name}`);
    code[at] = position >> 8;
    code[at + 1] = position & 0xff;
  }
  return Buffer.from(code);
}
