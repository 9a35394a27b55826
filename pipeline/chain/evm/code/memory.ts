import { isKnown, unknownWord, type Word } from './values.ts';

interface UnknownRange {
  readonly at: number;
  readonly length: number;
  readonly word: Word;
}

/** More than a walk needs: a contract that asks for more is not followed further. */
const mostBytes = 65_536;

/** Memory of a contract: known bytes, and ranges of bytes that are not known. */
export class Memory {
  private bytes = Buffer.alloc(0);
  private unknown: readonly UnknownRange[] = [];

  /** Whether a range is one that a walk follows. */
  static isPlace = (at: Word, length: Word): at is bigint =>
    isKnown(at) && isKnown(length) && at <= BigInt(mostBytes) && length <= BigInt(mostBytes);

  copy(): Memory {
    const copy = new Memory();
    copy.bytes = Buffer.from(this.bytes);
    copy.unknown = this.unknown;
    return copy;
  }

  store(at: number, word: Word): void {
    if (!isKnown(word)) {
      this.blur(at, 32, word);
      return;
    }
    this.grow(at + 32);
    this.bytes.write(word.toString(16).padStart(64, '0'), at, 'hex');
    this.know(at, 32);
  }

  write(at: number, bytes: Buffer): void {
    this.grow(at + bytes.length);
    bytes.copy(this.bytes, at);
    this.know(at, bytes.length);
  }

  private know(at: number, length: number): void {
    if (this.unknown.length === 0) return;
    this.unknown = this.unknown.filter((range) => !overlaps(range, at, length));
  }

  /** Marks bytes as not known; a word that is read from their first place is `word`. */
  blur(at: number, length: number, word: Word): void {
    if (length === 0) return;
    this.unknown = [...this.unknown.filter((range) => !overlaps(range, at, length)), { at, length, word }];
  }

  load(at: number): Word {
    const found = this.unknown.find((range) => overlaps(range, at, 32));
    if (found !== undefined) return found.at === at ? found.word : unknownWord;
    this.grow(at + 32);
    return BigInt(`0x${this.bytes.toString('hex', at, at + 32)}`);
  }

  /** Null: some of the bytes are not known. */
  known(at: number, length: number): Buffer | null {
    return this.unknown.some((range) => overlaps(range, at, length)) ? null : this.read(at, length);
  }

  private read(at: number, length: number): Buffer {
    this.grow(at + length);
    return this.bytes.subarray(at, at + length);
  }

  private grow(size: number): void {
    if (this.bytes.length >= size) return;
    const next = Buffer.alloc(Math.max(size, this.bytes.length * 2, 256));
    this.bytes.copy(next);
    this.bytes = next;
  }
}

const overlaps = (range: UnknownRange, at: number, length: number): boolean =>
  range.at < at + length && at < range.at + range.length;
