import { allBits, bitsOfValue, bothBits, eitherBits, type KnownBits, noBits } from './known-bits.ts';

/** A word of the machine: known, or not, with where it comes from. */
export type Word = bigint | UnknownWord;

/** Where a word that is not known comes from; null: from anywhere else. */
type WordOrigin =
  /** Storage of the contract; a null slot is a place that is computed. The word begins `shift` bits above the slot's end. */
  | { readonly kind: 'slot'; readonly slot: bigint | null; readonly shift: number }
  /** The answer of another contract. */
  | { readonly kind: 'answer'; readonly of: Word }
  /** The contract's own address. */
  | { readonly kind: 'self' }
  /** The first word of the call, which has the selector of the function. */
  | { readonly kind: 'selector' }
  | null;

export interface UnknownWord {
  readonly origin: WordOrigin;
  /** Those of its bits that are known; absent: none. */
  readonly bits?: KnownBits;
}

export const unknownWord: UnknownWord = { origin: null };

export const isKnown = (word: Word): word is bigint => typeof word === 'bigint';

const bits = 256n;
const modulus = 1n << bits;
const wrap = (value: bigint): bigint => BigInt.asUintN(256, value);
const signed = (value: bigint): bigint => BigInt.asIntN(256, value);
const flag = (holds: boolean): bigint => (holds ? 1n : 0n);

type Binary = (a: bigint, b: bigint) => bigint;

/** By opcode; `a` is the top of the stack. */
const binary: Readonly<Record<number, Binary>> = {
  0x01: (a, b) => wrap(a + b),
  0x02: (a, b) => wrap(a * b),
  0x03: (a, b) => wrap(a - b),
  0x04: (a, b) => (b === 0n ? 0n : a / b),
  0x05: (a, b) => (b === 0n ? 0n : wrap(signed(a) / signed(b))),
  0x06: (a, b) => (b === 0n ? 0n : a % b),
  0x07: (a, b) => (b === 0n ? 0n : wrap(signed(a) % signed(b))),
  0x0a: (a, b) => power(a, b),
  0x0b: (a, b) => (a >= 31n ? b : wrap(BigInt.asIntN(Number(a) * 8 + 8, b))),
  0x10: (a, b) => flag(a < b),
  0x11: (a, b) => flag(a > b),
  0x12: (a, b) => flag(signed(a) < signed(b)),
  0x13: (a, b) => flag(signed(a) > signed(b)),
  0x14: (a, b) => flag(a === b),
  0x16: (a, b) => a & b,
  0x17: (a, b) => a | b,
  0x18: (a, b) => a ^ b,
  0x1a: (a, b) => (a > 31n ? 0n : (b >> (8n * (31n - a))) & 0xffn),
  0x1b: (a, b) => (a >= bits ? 0n : wrap(b << a)),
  0x1c: (a, b) => (a >= bits ? 0n : b >> a),
  0x1d: (a, b) => wrap(signed(b) >> (a >= bits ? 255n : a)),
};

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, base, exponent];
  for (; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = wrap(result * square);
    square = (square * square) % modulus;
  }
  return result;
}

export const isBinary = (opcode: number): boolean => binary[opcode] !== undefined;

/** The result of an operation on two words. One that takes an address out of a word keeps where the word comes from. */
export function combined(opcode: number, a: Word, b: Word): Word {
  if (isKnown(a) && isKnown(b)) return binary[opcode]?.(a, b) ?? unknownWord;
  if (opcode === 0x16 || opcode === 0x17) return masked(opcode === 0x16, a, b);
  const [known, word] = isKnown(a) ? [a, b] : [b, a];
  if (!isKnown(known) || isKnown(word)) return unknownWord;
  switch (opcode) {
    case 0x01:
    case 0x18:
      return known === 0n ? word : unknownWord;
    case 0x1b:
    case 0x1c:
      return known === a && known < bits
        ? shifted(word, opcode === 0x1c ? Number(known) : -Number(known))
        : unknownWord;
    case 0x04:
      return known === b ? shiftedBy(word, known, 1) : unknownWord;
    case 0x02:
      return shiftedBy(word, known, -1);
    default:
      return unknownWord;
  }
}

export const bitsOf = (word: Word): KnownBits => (isKnown(word) ? bitsOfValue(word) : (word.bits ?? noBits));

/** AND or OR. What a known word takes out of another one, or adds nothing to, comes from where that one comes from. */
function masked(isAnd: boolean, a: Word, b: Word): Word {
  const bits = isAnd ? bothBits(bitsOf(a), bitsOf(b)) : eitherBits(bitsOf(a), bitsOf(b));
  if ((bits.ones | bits.zeros) === allBits) return bits.ones;
  const [known, word] = isKnown(a) ? [a, b] : [b, a];
  const keeps = isKnown(known) && !isKnown(word) && (isAnd || known === 0n);
  return { origin: keeps ? word.origin : null, bits };
}

function shiftedBy(word: UnknownWord, factor: bigint, sign: 1 | -1): UnknownWord {
  const isPower = factor > 0n && (factor & (factor - 1n)) === 0n;
  return isPower ? shifted(word, sign * (factor.toString(2).length - 1)) : unknownWord;
}

function shifted({ origin }: UnknownWord, by: number): UnknownWord {
  return origin?.kind === 'slot' ? { origin: { ...origin, shift: origin.shift + by } } : { origin };
}
