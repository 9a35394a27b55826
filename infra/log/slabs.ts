/** Memory that one append writes its records to. */
export interface Slab {
  readonly bytes: Buffer;
  /** Call it once nothing reads the bytes any more. */
  readonly release: () => void;
}

/** A larger slab is not retained. */
const largestRetained = 2 ** 20;

let spare: Buffer | null = null;

/**
 * A slab of at least `size` bytes, with any content. The last one released is used again: without that, appends of a thousand
 * records allocate as much memory outside of the heap as makes V8 collect the whole heap a few times a second.
 */
export function takeSlab(size: number): Slab {
  const bytes = spare !== null && spare.length >= size ? spare : Buffer.allocUnsafeSlow(size);
  if (bytes === spare) spare = null;
  const release = (): void => {
    if (bytes.length <= largestRetained && bytes.length > (spare?.length ?? 0)) spare = bytes;
  };
  return { bytes, release };
}
