/**
 * Caches the result of `load`: concurrent calls share one load, and its result for `ms` after it arrived. An error rejects
 * the calls that share it and is not cached.
 * @param clock milliseconds since the epoch
 */
export function memoizeFor<T>(ms: number, clock: () => number, load: () => Promise<T>): () => Promise<T> {
  let cached: { readonly result: Promise<T>; loadedAt: number | null } | null = null;
  const isFresh = (loadedAt: number | null): boolean =>
    loadedAt === null || (clock() >= loadedAt && clock() - loadedAt < ms);
  return () => {
    if (cached !== null && isFresh(cached.loadedAt)) return cached.result;
    const loading = { result: load(), loadedAt: null as number | null };
    cached = loading;
    loading.result.then(
      () => {
        loading.loadedAt = clock();
      },
      () => {
        if (cached === loading) cached = null;
      },
    );
    return loading.result;
  };
}

/** Caches the first result without expiry. */
export const memoize = <T>(load: () => Promise<T>): (() => Promise<T>) =>
  memoizeFor(Number.POSITIVE_INFINITY, () => 0, load);
