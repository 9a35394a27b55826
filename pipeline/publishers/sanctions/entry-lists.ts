/** Lists inside an entry: without repeats, and in an order that does not depend on the order of the file's rows. */
import type { ListedName } from '../../../schemas/generated/records.ts';
import { compareTexts } from '../../../schemas/values/compare-texts.ts';

/** One item per key, sorted by key. */
export function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey].sort(([left], [right]) => compareTexts(left, right)).map(([, item]) => item);
}

/** Texts without repeats, sorted. */
export const distinctTexts = (texts: readonly string[]): readonly string[] =>
  texts.length < 2 ? texts : [...new Set(texts)].sort();

/** One name per text, in its strongest kind: the first primary name first, then the others sorted by text. */
export function distinctNames(names: readonly ListedName[]): readonly ListedName[] {
  if (names.length === 1 && names[0]?.kind === 'primary' && names[0].name !== '') return names;
  const primary = names.find(({ kind, name }) => kind === 'primary' && name !== '');
  const others = new Map<string, ListedName>();
  for (const listed of names) {
    if (listed.name === '' || listed.name === primary?.name) continue;
    const other: ListedName = listed.kind === 'primary' ? { ...listed, kind: 'alias' } : listed;
    const known = others.get(listed.name);
    if (known === undefined || (known.weak && !other.weak)) others.set(listed.name, other);
  }
  const sorted = [...others.values()].sort((left, right) => compareTexts(left.name, right.name));
  return primary === undefined ? sorted : [primary, ...sorted];
}
