import type { ReadPublicChange } from '../../readers/changes/public-reader.ts';
import { ifReachable } from '../../readers/if-reachable.ts';

/** What a reader wants to do at a path, by its beginning. */
const reasons: readonly (readonly [start: string, reason: string])[] = [
  ['/watchlist', 'to watch tokens'],
  ['/inbox', 'to read your notifications'],
  ['/account', 'to see your account'],
  ['/operator', 'as the operator'],
  ['/changes/', 'to read this change'],
];

/** Why a reader is asked to sign in. A change is named only if anybody may see it. */
export async function reasonOf(next: string, readPublicChange: ReadPublicChange): Promise<string | null> {
  const id = /^\/changes\/([^/?#]+)$/.exec(next)?.[1];
  const found = id === undefined ? null : await ifReachable(readPublicChange(decoded(id)));
  if (found !== null) return `to read “${found.change.explanation.headline}”`;
  return reasons.find(([start]) => next.startsWith(start))?.[1] ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
