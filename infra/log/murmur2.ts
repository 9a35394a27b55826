/** Kafka's default partitioner: the same key goes to the same partition in every engine. */
export const partitionOf = (key: Uint8Array, partitions: number, start = 0, end = key.length): number =>
  (murmur2(key, start, end) & 0x7fffffff) % partitions;

const m = 0x5bd1e995;
const seed = 0x9747b28c;

/** MurmurHash2 with Kafka's seed, as a signed 32-bit integer, of the bytes from `start` up to, not including, `end`. */
export function murmur2(data: Uint8Array, start = 0, end = data.length): number {
  const length = end - start;
  let h = seed ^ length;
  const whole = start + (length & ~3);
  for (let at = start; at < whole; at += 4) {
    const word = byte(data, at) | (byte(data, at + 1) << 8) | (byte(data, at + 2) << 16) | (byte(data, at + 3) << 24);
    const mixed = Math.imul(word, m);
    h = Math.imul(h, m) ^ Math.imul(mixed ^ (mixed >>> 24), m);
  }
  const left = end - whole;
  if (left === 3) h ^= byte(data, whole + 2) << 16;
  if (left >= 2) h ^= byte(data, whole + 1) << 8;
  if (left >= 1) h = Math.imul(h ^ byte(data, whole), m);
  h = Math.imul(h ^ (h >>> 13), m);
  return (h ^ (h >>> 15)) | 0;
}

const byte = (data: Uint8Array, at: number): number => data[at] ?? 0;
