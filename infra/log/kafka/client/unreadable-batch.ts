/**
 * A batch cannot be decompressed, and another fetch returns the same bytes. It has no `cause`, because kafkajs replaces an
 * error by its cause.
 */
export class UnreadableBatch extends Error {
  override readonly name = 'UnreadableBatch';
  /** kafkajs reads it and would retry otherwise. */
  readonly retriable = false;
}

/** Wraps a decompressor so that its errors become UnreadableBatch. */
export const orUnreadable =
  (compression: string, unpack: (bytes: Buffer) => Promise<Buffer>) =>
  async (bytes: Buffer): Promise<Buffer> => {
    try {
      return await unpack(bytes);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UnreadableBatch(`a batch of ${bytes.length} bytes cannot be unpacked as ${compression}: ${why}`);
    }
  };
