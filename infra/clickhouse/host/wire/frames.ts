import type { Writable } from 'node:stream';

/** A message as JSON, and bytes that go with it unencoded. */
export interface Frame {
  readonly head: unknown;
  readonly body: Buffer;
}

/** Lengths of head and body, 4 bytes each, little-endian. */
const prefixBytes = 8;

/** Longer heads or bodies are a corrupted stream, not a message: the engine refuses texts far below it. Bytes. */
const mostBytes = 1024 * 1024 * 1024;

const noBytes = Buffer.alloc(0);

/** Writes a frame: the lengths of head and body, the head, the body. The body is not copied. */
export function writeFrame(stream: Writable, head: object, body: Uint8Array = noBytes): void {
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const start = Buffer.allocUnsafe(prefixBytes + text.length);
  start.writeUInt32LE(text.length, 0);
  start.writeUInt32LE(body.length, 4);
  text.copy(start, prefixBytes);
  if (body.length === 0) {
    stream.write(start);
    return;
  }
  // One system call for both parts.
  stream.cork();
  stream.write(start);
  stream.write(body);
  stream.uncork();
}

/**
 * Cuts a stream into frames; pass its chunks, of any size, in order. Throws RangeError at lengths beyond 1 GiB and SyntaxError
 * at a head that is not JSON; the stream cannot be read further then.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let available = 0;
  /** Length of the frame that is being read, once its prefix is there. */
  let frameBytes: number | null = null;

  /** All that is available as one buffer. A frame that came in one chunk is not copied. */
  const joined = (): Buffer => {
    const [only] = chunks;
    const all = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, available);
    chunks = [all];
    return all;
  };
  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    for (;;) {
      if (available < (frameBytes ?? prefixBytes)) return;
      const all = joined();
      const [headBytes, bodyBytes] = [all.readUInt32LE(0), all.readUInt32LE(4)];
      if (headBytes > mostBytes || bodyBytes > mostBytes) throw new RangeError('a frame is longer than any message');
      const end = prefixBytes + headBytes + bodyBytes;
      frameBytes = end;
      if (available < end) return;
      const headEnd = prefixBytes + headBytes;
      const head: unknown = JSON.parse(all.toString('utf8', prefixBytes, headEnd));
      chunks = end === available ? [] : [all.subarray(end)];
      available -= end;
      frameBytes = null;
      onFrame({ head, body: all.subarray(headEnd, end) });
    }
  };
}
