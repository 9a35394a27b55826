import { type LogOffsets, offsetsPart } from '../../memory/log-offsets.ts';
import { createLru } from '../../memory/lru.ts';

/** Places in the cache, for streams that read the same a moment later. */
const mostPlaces = 8;

/**
 * Shares a read among streams at the same place, until there is something new. An error is not cached.
 * @param position grows with each change of the tables
 */
export function sharedByPlace<P extends LogOffsets | null, T>(
  position: () => number,
  read: (from: P) => Promise<T>,
): (from: P) => Promise<T> {
  const shared = createLru<string, Promise<T>>(mostPlaces);
  return (from) => {
    const key = JSON.stringify([from === null ? null : offsetsPart(from), position()]);
    const known = shared.get(key);
    if (known !== undefined) return known;
    const reading = read(from);
    shared.set(key, reading);
    reading.catch(() => shared.delete(key));
    return reading;
  };
}

/** Shares a read that needs no place among all streams that the same change wakes. An error is not cached. */
export function sharedUntilNew<T>(position: () => number, read: () => Promise<T>): () => Promise<T> {
  const reading = sharedByPlace(position, (_: null) => read());
  return () => reading(null);
}
