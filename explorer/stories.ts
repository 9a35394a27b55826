import { directionRank } from '../schemas/terms/directions.ts';
import type { Direction } from '../schemas/vocabulary.ts';
import { deploymentCount } from './labels/deployments.ts';
import type { TokenTag } from './parts/token-tag.tsx';

/** What decides which changes are one story, and how it is shown. */
export interface StoryMember {
  /** Equal for changes that state the same of several tokens. */
  readonly storyKey: string;
  /** Equal for the changes of one token that one reading caused. */
  readonly groupKey: string;
  /** Milliseconds. */
  readonly at: number;
  readonly direction: Direction;
  readonly confirmed: boolean;
  /** A later reading or a review did not confirm it. */
  readonly isWithdrawn: boolean;
  /** Not seen, or not read. */
  readonly isNew: boolean;
  /** What changed, short: the label and what became of it. */
  readonly title: string;
  readonly label: string;
  readonly headline: string;
  readonly what: string;
  readonly token: TokenTag;
}

/**
 * Changes that one reading caused, of one token or the same ones of several: a row of a register that concerns an issuer
 * changes each of its tokens, a transfer of ownership two authorities of one.
 */
export interface Story<M extends StoryMember> {
  /** By the rank of their directions, then in the order of the feed; the first leads on. */
  readonly members: readonly [M, ...M[]];
}

/** A tag for each token of a story: with its link, or with the number of its chains. */
export function tagsOf({ members }: Story<StoryMember>): readonly TokenTag[] {
  const tokens = new Map(members.map(({ token }) => [`${token.symbol} ${token.chain} ${token.path ?? ''}`, token]));
  const symbols = new Map<string, readonly TokenTag[]>();
  for (const token of tokens.values()) symbols.set(token.symbol, [...(symbols.get(token.symbol) ?? []), token]);
  return [...symbols.values()].flatMap((tags) => {
    const [first] = tags;
    if (first === undefined) return [];
    if (tags.length === 1) return [first];
    const path = `/?q=${encodeURIComponent(first.symbol)}`;
    const chain = deploymentCount(tags.map((tag) => tag.chain));
    return [{ symbol: first.symbol, chain, path: first.path === null ? null : path }];
  });
}

/** The line of a story, which names each of its changes. */
export function headlineOf({ members }: Story<StoryMember>): string {
  const [first] = members;
  if (members.every(({ headline }) => headline === first.headline)) return first.headline;
  const changes = [...new Map(members.map(({ title, label }) => [title, label]))];
  const [, end = ''] = changes[0] ?? [];
  const ending = first.title.startsWith(end) ? first.title.slice(end.length) : null;
  const isAlike = ending !== null && changes.every(([title, label]) => title === `${label}${ending}`);
  if (!isAlike) return changes.map(([title]) => title).join('; ');
  const labels = changes.map(([, label], index) => (index === 0 ? label : inSentence(label)));
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}${ending}`;
}

/** An abbreviation stays as it is. */
const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/**
 * Groups changes that one reading caused, and those that are equal but for their token. Order is that of each story's first
 * change (conformance U-18).
 */
export function storiesOf<M extends StoryMember>(changes: readonly M[]): readonly Story<M>[] {
  const readings = new Map<string, string[]>();
  for (const change of changes) {
    const key = readingOf(change);
    readings.set(key, [...(readings.get(key) ?? []), stateOf(change)]);
  }
  const stories = new Map<string, M[]>();
  for (const change of changes) {
    const { at, confirmed, isWithdrawn, isNew } = change;
    const key = JSON.stringify([
      at,
      confirmed,
      isWithdrawn,
      isNew,
      [...(readings.get(readingOf(change)) ?? [])].sort(),
    ]);
    const story = stories.get(key);
    if (story === undefined) stories.set(key, [change]);
    else story.push(change);
  }
  return [...stories.values()].flatMap((members) => {
    const [first, ...others] = members.sort((a, b) => directionRank(a.direction) - directionRank(b.direction));
    return first === undefined ? [] : [{ members: [first, ...others] }];
  });
}

/** Changes of one token that a reader meets together. */
const readingOf = ({ groupKey, at, confirmed, isWithdrawn, isNew }: StoryMember): string =>
  JSON.stringify([groupKey, at, confirmed, isWithdrawn, isNew]);

/** What a change states, apart from its token. */
const stateOf = ({ storyKey, direction, what, headline }: StoryMember): string =>
  JSON.stringify([storyKey, direction, what, headline]);
