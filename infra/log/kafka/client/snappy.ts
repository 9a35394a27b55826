import { createRequire } from 'node:module';

interface SnappyLibrary {
  readonly compress: (bytes: Buffer) => Buffer;
  readonly uncompress: (bytes: Buffer, maxBytes: number) => Buffer;
}

/** Header that Kafka's Java clients write before Snappy blocks: magic bytes and two versions. */
const frameMark = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const frameHead = Buffer.concat([frameMark, Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])]);
const blockBytes = 32 * 1024;

/** Framed, as Kafka's Java clients write it. */
export function compressSnappy(bytes: Buffer): Buffer {
  const { compress } = library();
  const parts: Buffer[] = [frameHead];
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = compress(bytes.subarray(at, at + blockBytes));
    const length = Buffer.alloc(4);
    length.writeInt32BE(block.length);
    parts.push(length, block);
  }
  return Buffer.concat(parts);
}

/** Framed or, as librdkafka writes it, one bare block. Throws on anything else, and above `maxBytes`. */
export function decompressSnappy(bytes: Buffer, maxBytes: number): Buffer {
  const { uncompress } = library();
  if (!bytes.subarray(0, frameMark.length).equals(frameMark)) return uncompress(bytes, maxBytes);
  const parts: Buffer[] = [];
  let total = 0;
  for (let at = frameHead.length; at < bytes.length; ) {
    const start = at + 4;
    const length = start <= bytes.length ? bytes.readInt32BE(at) : -1;
    at = start + length;
    if (length < 0 || at > bytes.length) throw new Error('a Snappy frame is cut short');
    const part = uncompress(bytes.subarray(start, at), maxBytes - total);
    total += part.length;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const library = (): SnappyLibrary => createRequire(import.meta.url)('snappyjs') as SnappyLibrary;
