import { readFileSync } from 'node:fs';
import { type PublishedKind, publishedKinds } from './kinds.ts';
import { kindsOf, type Pins } from './parts.ts';

export const publishedFile = new URL('published.json', import.meta.url);

/** The parts that releases published; none until the first one. */
export const readPublished = (): Pins => JSON.parse(readFileSync(publishedFile, 'utf8')) as Pins;

/**
 * A sentence for each published part that a build changed or lacks: what it is, where, and what to do. Parts that were added
 * pass. Logs, files and programs of others rest on what was published, so none of it changes in place.
 */
export function changedSince(published: Pins, parts: Pins): readonly string[] {
  return kindsOf(published).flatMap((kind) =>
    Object.entries(published[kind] ?? {}).flatMap(([name, hash]) => {
      const now = parts[kind]?.[name];
      if (now === hash) return [];
      const { where, instead } = kind in publishedKinds ? publishedKinds[kind] : unknownKind(kind);
      const what = now === undefined ? 'is gone' : 'has changed';
      return [
        `${kind} ${name} was published and ${what} (${where(name)}). Restore it: a change is a new set. Then ${instead} (docs/published.md).`,
      ];
    }),
  );
}

/** A kind that a release pinned, and that this build no longer lists. */
const unknownKind = (kind: string): PublishedKind => ({
  where: () => 'tools/release/published/kinds.ts',
  instead: `leave the kind "${kind}" in the list of kinds`,
});
