/** Key of a record: topic and partition in one number, and the offset. */
export interface RecordKey {
  /** Topic id in the high, partition in the low 16 bits. */
  slot: number;
  offset: number;
}

/** Key of a processor's state entry. */
export interface StateKey {
  /** Processor and partition, from `stateHead`. */
  readonly head: Buffer;
  readonly key: string;
}

export const slotOf = (topicId: number, partition: number): number => topicId * 0x10000 + partition;

/** Slot for the environment as a whole; no topic has it. */
export const environmentSlot = 0xffffffff;

const word = 2 ** 32;

/** [topic id u16][partition u16][offset u64], big endian, so that byte order is offset order. Decodes to the offset. */
export const recordKeys = {
  writeKey: (key: RecordKey, target: Buffer, start: number): number => {
    target.writeUInt32BE(key.slot, start);
    target.writeUInt32BE(Math.floor(key.offset / word), start + 4);
    target.writeUInt32BE(key.offset % word, start + 8);
    return start + 12;
  },
  readKey: (source: Buffer, start: number): number =>
    source.readUInt32BE(start + 4) * word + source.readUInt32BE(start + 8),
};

/** [processor, utf8][0][partition u16][key, utf8], in code point order. Decodes to the bytes. */
export const stateKeys = {
  writeKey: (key: StateKey | Buffer, target: Buffer, start: number): number => {
    if (Buffer.isBuffer(key)) {
      target.set(key, start);
      return start + key.length;
    }
    target.set(key.head, start);
    const at = start + key.head.length;
    return at + target.write(key.key, at, 'utf8');
  },
  readKey: (source: Buffer, start: number, end: number): Buffer => Buffer.from(source.subarray(start, end)),
};

export function stateHead(processor: string, partition: number): Buffer {
  const head = Buffer.alloc(Buffer.byteLength(processor) + 3);
  head.write(processor);
  head.writeUInt16BE(partition, head.length - 2);
  return head;
}

/** The first key after all keys that start with `prefix`. */
export function afterPrefix(prefix: Buffer): Buffer {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  const after = Buffer.from(prefix.subarray(0, length));
  if (length > 0) after[length - 1] = (after[length - 1] ?? 0) + 1;
  return after;
}

/** An offset as a table value. */
export function offsetBytes(offset: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeUInt32BE(Math.floor(offset / word), 0);
  bytes.writeUInt32BE(offset % word, 4);
  return bytes;
}

export const offsetIn = (bytes: Buffer): number => bytes.readUInt32BE(0) * word + bytes.readUInt32BE(4);
