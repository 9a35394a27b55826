import type { ChangeView, TokenTag } from '../change/view.ts';

/** Changes that tell the same of several tokens: a row of a register that concerns an issuer is one for each. */
export interface Story {
  /** In the order of the feed; the first leads on. */
  readonly members: readonly [ChangeView, ...ChangeView[]];
}

/** A tag for each token of a story: with its link, or with the number of its chains. */
export function tagsOf({ members }: Story): readonly TokenTag[] {
  const symbols = new Map<string, readonly TokenTag[]>();
  for (const { token } of members) symbols.set(token.symbol, [...(symbols.get(token.symbol) ?? []), token]);
  return [...symbols.values()].flatMap((tags) => {
    const [first] = tags;
    if (first === undefined) return [];
    return tags.length === 1 ? [first] : [{ symbol: first.symbol, chain: `${tags.length} chains`, path: null }];
  });
}

/** Groups changes that are equal but for their token. Order is that of each story's first member (conformance U-18). */
export function storiesOf(changes: readonly ChangeView[]): readonly Story[] {
  const groups = new Map<string, [ChangeView, ...ChangeView[]]>();
  for (const change of changes) {
    const key = JSON.stringify([
      change.storyKey,
      change.at,
      change.direction,
      change.confirmed,
      change.isNew,
      change.what,
      change.headline,
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].map((members) => ({ members }));
}
