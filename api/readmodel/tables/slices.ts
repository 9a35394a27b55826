/**
 * Assets and hidden intervals that one query binds. Bound arrays travel in the URL of a query over HTTP: 1,000 assets need
 * 61 KB there, and a ClickHouse server accepts 128 KiB a value. The engine's time for `IN` with a bound array grows with the
 * square of its length (2,000 ids: 12 ms, 20,000: 3 s), so one query for all assets would not be faster.
 */
export const mostInSlice = 1_000;

/** Slices of a tenant that are read at the same time, so that one tenant does not occupy every connection. */
const slicesAtATime = 2;

/** Splits a list, in its order, into slices of at most `mostInSlice` in weight; a heavier element is a slice of its own. */
export function slicesOf<T>(list: readonly T[], weightOf: (element: T) => number): readonly (readonly T[])[] {
  const slices: T[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const element of list) {
    const added = weightOf(element);
    const open = slices.at(-1);
    if (open === undefined || weight + added > mostInSlice) {
      slices.push([element]);
      weight = added;
    } else {
      open.push(element);
      weight += added;
    }
  }
  return slices;
}

/** What is read of ids, in their order: as many queries as they have slices. */
export const readInSlices = async <T, R>(
  ids: readonly T[],
  read: (slice: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> =>
  (
    await eachSlice(
      slicesOf(ids, () => 1),
      read,
    )
  ).flat();

/** The results of `work` for each slice, in their order. Rejects with the first error, and then begins no further slice. */
export async function eachSlice<T, R>(slices: readonly T[], work: (slice: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const waiting = slices.entries();
  let failed = false;
  const readOn = async (): Promise<void> => {
    for (const [index, slice] of waiting) {
      if (failed) return;
      try {
        results[index] = await work(slice);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: slicesAtATime }, readOn));
  return results;
}
