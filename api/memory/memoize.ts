/**
 * One answer for all who ask while it is being made, and for as long after that as it is `keptMs` old. A failure is told
 * to those who waited for it, and to nobody else.
 * @param clock milliseconds since the epoch
 */
export function memoizeFor<T>(keptMs: number, clock: () => number, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly answer: Promise<T>; madeAt: number | null } | null = null;
  const isFresh = (madeAt: number | null): boolean =>
    madeAt === null || (clock() >= madeAt && clock() - madeAt < keptMs);
  return () => {
    if (kept !== null && isFresh(kept.madeAt)) return kept.answer;
    const making = { answer: make(), madeAt: null as number | null };
    kept = making;
    making.answer.then(
      () => {
        making.madeAt = clock();
      },
      () => {
        if (kept === making) kept = null;
      },
    );
    return making.answer;
  };
}

/** The same for good, once it was made. */
export const memoize = <T>(make: () => Promise<T>): (() => Promise<T>) =>
  memoizeFor(Number.POSITIVE_INFINITY, () => 0, make);
