/** Values by key, of which many are equal: equal ones are one object. The oldest keys and the oldest values make room. */
export interface SharedValues<V> {
  readonly get: (key: string) => V | undefined;
  /** Returns the equal value that is there already, or this one. */
  readonly put: (key: string, value: V) => V;
}

interface Bounds<V> {
  readonly mostKeys: number;
  readonly mostValues: number;
  /** Equal for equal values alone. */
  readonly digestOf: (value: V) => string;
}

/** A value that made room is taken out of the slot, because keys without number may still lead to it. */
interface Slot<V> {
  value: V | undefined;
}

export function createSharedValues<V>({ mostKeys, mostValues, digestOf }: Bounds<V>): SharedValues<V> {
  const slots = new Map<string, Slot<V>>();
  const slotOf = new Map<string, Slot<V>>();
  const put = (key: string, value: V): V => {
    const digest = digestOf(value);
    const slot = slots.get(digest) ?? { value };
    const dropped = slots.has(digest) ? undefined : putInto(slots, mostValues, digest, slot);
    if (dropped !== undefined) dropped.value = undefined;
    putInto(slotOf, mostKeys, key, slot);
    return slot.value ?? value;
  };
  return { get: (key) => slotOf.get(key)?.value, put };
}

/** Returns the oldest one if it had to make room. */
function putInto<T>(map: Map<string, T>, most: number, key: string, value: T): T | undefined {
  const [oldest] = map.size >= most && !map.has(key) ? map : [];
  if (oldest !== undefined) map.delete(oldest[0]);
  map.set(key, value);
  return oldest?.[1];
}
