import type { Direction } from '../schemas/vocabulary.ts';
import type { TokenTag } from './parts/token-tag.tsx';

/** What decides which changes are one story, and how it is shown. */
export interface StoryMember {
  /** Equal for changes that state the same of several tokens. */
  readonly storyKey: string;
  /** Milliseconds. */
  readonly at: number;
  readonly direction: Direction;
  readonly confirmed: boolean;
  /** Not seen, or not read. */
  readonly isNew: boolean;
  readonly headline: string;
  readonly what: string;
  readonly token: TokenTag;
}

/** Changes that state the same of several tokens: a row of a register that concerns an issuer is one for each. */
export interface Story<M extends StoryMember> {
  /** In the order of the feed; the first leads on. */
  readonly members: readonly [M, ...M[]];
}

/** A tag for each token of a story: with its link, or with the number of its chains. */
export function tagsOf({ members }: Story<StoryMember>): readonly TokenTag[] {
  const symbols = new Map<string, readonly TokenTag[]>();
  for (const { token } of members) symbols.set(token.symbol, [...(symbols.get(token.symbol) ?? []), token]);
  return [...symbols.values()].flatMap((tags) => {
    const [first] = tags;
    if (first === undefined) return [];
    if (tags.length === 1) return [first];
    const path = `/?q=${encodeURIComponent(first.symbol)}`;
    return [{ symbol: first.symbol, chain: `${tags.length} chains`, path: first.path === null ? null : path }];
  });
}

/** Groups changes that are equal but for their token. Order is that of each story's first member (conformance U-18). */
export function storiesOf<M extends StoryMember>(changes: readonly M[]): readonly Story<M>[] {
  const groups = new Map<string, [M, ...M[]]>();
  for (const change of changes) {
    const { storyKey, at, direction, confirmed, isNew, what, headline } = change;
    const key = JSON.stringify([storyKey, at, direction, confirmed, isNew, what, headline]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].map((members) => ({ members }));
}
