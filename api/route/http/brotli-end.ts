/** Longest text of one block, bytes: its length has 16 bits. */
const longestBlock = 65_536;
/** The last block of a stream, without content. */
const lastBlock = 0x03;

/**
 * Blocks that end a brotli stream after a flush: the text as it is, then the end (RFC 7932, 9.2). So a body whose end moves
 * with the clock is compressed once. Throws RangeError for an empty text, and beyond 64 KiB.
 */
export function brotliEnd(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length === 0 || length > longestBlock)
    throw new RangeError(`a block has 1 to ${longestBlock} bytes, not ${length}`);
  const block = Buffer.allocUnsafe(length + 4);
  // From the lowest bit: not the last block, a length of four nibbles, the length less one, uncompressed; then the byte ends.
  block.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  block.write(text, 3);
  block[length + 3] = lastBlock;
  return block;
}
