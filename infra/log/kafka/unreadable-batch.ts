/**
 * The bytes of a batch are not what its compression makes: asked for again they are the same. Without a `cause`, as the
 * client drops an error that has one in favour of it.
 */
export class UnreadableBatch extends Error {
  override readonly name = 'UnreadableBatch';
  /** Read by the client, which tries again else. */
  readonly retriable = false;
}

/** What unpacks, with errors that say so. */
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
