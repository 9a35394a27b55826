import { cached } from '../../../../pipeline/screening/names/reading/cached.ts';
import { memoizeByObject } from '../../../../schemas/values/memoize-by-object.ts';

/**
 * What the program computes from its arguments alone, each time: here once for equal arguments, also of other seeds. Results are
 * shared, so nothing may change them.
 */
const mostResults = 2_000;

/** @param keyOf equal for equal arguments; null where the result is not kept */
export function oncePerInput<Given extends readonly unknown[], Result>(
  compute: (...given: Given) => Result,
  keyOf: (...given: Given) => string | null,
): (...given: Given) => Result {
  const keep = cached(
    mostResults,
    ({ key }: { readonly key: string; readonly given: Given }) => key,
    ({ given }) => ({ result: compute(...given) }),
  );
  return (...given) => {
    const key = keyOf(...given);
    return key === null ? compute(...given) : keep({ key, given }).result;
  };
}

/** The same by the identity of an object, whose content never changes. */
export function oncePerObject<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  const keep = memoizeByObject((given: Given) => ({ result: compute(given) }));
  return (given) => keep(given).result;
}
