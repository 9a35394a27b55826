import type { Reading } from '../../../../schemas/values/reading.ts';
import { selectorMatch } from '../profiles/path-selector.ts';

/**
 * The text of a reading, one block or line a line, as captures compare it. `remove` are selectors of parts that a page shows
 * in rotation; whatever is inside of them is left out.
 */
export function textOfReading(reading: Reading, remove: readonly string[]): string {
  const isRemoved = isRemovedBy(remove);
  const { pages, blocks, members } = reading;
  return [
    ...pages.flatMap(({ lines }) => lines.map(({ cells }) => cells.map(([, , text]) => text).join(' '))),
    ...blocks.filter(({ path }) => !isRemoved(path)).map(({ text }) => text),
    ...members.map(({ pointer, value }) => `${pointer} ${value}`),
  ].join('\n');
}

/** Addresses of the links that are not inside a removed part. */
export function linksOfReading({ links }: Reading, remove: readonly string[]): readonly string[] {
  const isRemoved = isRemovedBy(remove);
  return links.filter(({ path }) => path === null || !isRemoved(path)).map(({ href }) => href);
}

/**
 * Whether an element is inside of one that the selectors remove. Blocks have paths of their own, so this is found by the paths
 * above it.
 */
export function isRemovedBy(remove: readonly string[]): (path: string) => boolean {
  const matches = remove.map((selector) => selectorMatch(selector));
  const known = new Map<string, boolean>();
  const isRemoved = (path: string): boolean => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const above = path.lastIndexOf('>');
    const removed = matches.some((isMatch) => isMatch(path)) || (above > 0 && isRemoved(path.slice(0, above)));
    known.set(path, removed);
    return removed;
  };
  return matches.length === 0 ? () => false : isRemoved;
}
