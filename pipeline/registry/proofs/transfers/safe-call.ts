/** `ExecutionSuccess(bytes32,uint256)`. */
export const safeSuccessTopic = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';

/** What a Safe was asked to do. */
export interface SafeCall {
  readonly to: string;
  readonly value: bigint;
  /** Lower-case hex with 0x. */
  readonly data: string;
  /** 0: a call; 1: a call with the Safe's own storage. */
  readonly operation: number;
}

/** `execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)`. */
const selector = '0x6a761202';

/** Reads the input of `execTransaction`, lower case; null for any other. */
export function safeCallOf(input: string): SafeCall | null {
  if (!input.startsWith(selector) || !/^0x[0-9a-f]*$/.test(input)) return null;
  const bytes = Buffer.from(input.slice(selector.length), 'hex');
  if (bytes.length < 320) return null;
  const word = (index: number): bigint => BigInt(`0x${bytes.toString('hex', index * 32, index * 32 + 32)}`);
  const [to, value, offset, operation] = [word(0), word(1), word(2), word(3)];
  if (to >= 1n << 160n || operation > 1n || offset > BigInt(bytes.length - 32)) return null;
  const start = Number(offset) + 32;
  const length = BigInt(`0x${bytes.toString('hex', Number(offset), start)}`);
  if (BigInt(start) + length > BigInt(bytes.length)) return null;
  return {
    to: `0x${to.toString(16).padStart(40, '0')}`,
    value,
    data: `0x${bytes.toString('hex', start, start + Number(length))}`,
    operation: Number(operation),
  };
}
