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
  const results = new Map<string, Result>();
  return (...given) => {
    const key = keyOf(...given);
    if (key === null) return compute(...given);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(...given);
    if (results.size >= mostResults) results.clear();
    results.set(key, result);
    return result;
  };
}

/** The same by the identity of an object, whose content never changes. */
export function oncePerObject<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  const results = new WeakMap<Given, { readonly result: Result }>();
  return (given) => {
    const known = results.get(given) ?? { result: compute(given) };
    results.set(given, known);
    return known.result;
  };
}
