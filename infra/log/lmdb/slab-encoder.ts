/** Bytes of a slab: large enough for some hundred records, small enough that one view of it retains little memory. */
const slabBytes = 64 * 1024;
/** Larger values get an allocation of their own. */
const largestShared = 8 * 1024;

/**
 * LMDB encoder for bytes. Values that are read share an allocation, as small buffers do in Node's pool: without it each value
 * costs an ArrayBuffer, whose allocation and collection took a sixth of the time of a reader of many small records.
 */
export function slabEncoder() {
  let slab = Buffer.allocUnsafeSlow(slabBytes);
  let used = 0;
  return {
    encode: (value: Buffer): Buffer => value,
    /** `bytes` is memory that lmdb reuses for the next read. Its `length` is that of the value, its `byteLength` may be more. */
    decode: (bytes: Buffer): Buffer => {
      const size = bytes.length;
      const source = new Uint8Array(bytes.buffer, bytes.byteOffset, size);
      if (size > largestShared) return Buffer.from(source);
      if (used + size > slabBytes) {
        slab = Buffer.allocUnsafeSlow(slabBytes);
        used = 0;
      }
      const start = used;
      used += size;
      slab.set(source, start);
      return slab.subarray(start, used);
    },
  };
}
