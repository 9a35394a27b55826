/** Derives a value from an object once and caches it as long as the object lives. */
export function memoizeByObject<T extends object, R>(make: (value: T) => R): (value: T) => R {
  const made = new WeakMap<T, R>();
  return (value) => {
    const cached = made.get(value);
    if (cached !== undefined) return cached;
    const result = make(value);
    made.set(value, result);
    return result;
  };
}
