import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';

/** JSON of an object around items that are serialized already: `{<before>[<items>]<after>}`. */
export function listBytes(before: string, items: readonly Buffer[], after: string): Buffer {
  const parts: Buffer[] = [Buffer.from(`{${before}[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(item);
  }
  parts.push(Buffer.from(`]${after}}`));
  return Buffer.concat(parts);
}

const comma = Buffer.from(',');

/** Serializes an object at most once a period and caches the latest bytes as long as the object lives. */
export function presentOncePer<T extends object>(
  periodOf: (value: T) => number,
  present: (value: T, period: number) => unknown,
): (value: T) => Buffer {
  const presented = new WeakMap<T, { readonly period: number; readonly bytes: Buffer }>();
  return (value) => {
    const period = periodOf(value);
    const cached = presented.get(value);
    if (cached?.period === period) return cached.bytes;
    const bytes = Buffer.from(JSON.stringify(present(value, period)));
    presented.set(value, { period, bytes });
    return bytes;
  };
}

/** Serializes an object once and caches the bytes as long as the object lives. */
export const presentOnce = <T extends object>(present: (value: T) => unknown): ((value: T) => Buffer) =>
  memoizeByObject((value) => Buffer.from(JSON.stringify(present(value))));
