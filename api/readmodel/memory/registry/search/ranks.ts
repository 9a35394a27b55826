import type { Chain } from '../../../../../schemas/values/chains.ts';
import { compareTexts } from '../../../../../schemas/values/compare-texts.ts';
import type { Term } from '../../../../../schemas/vocabulary.ts';
import type { WordIndex } from './word-index.ts';

/** What an asset is found by. */
export interface SearchedAsset {
  readonly assetId: string;
  readonly chain: Chain;
  readonly symbol: string;
  readonly name: string;
  readonly issuer: SearchedIssuer | null;
}

export interface SearchedIssuer {
  readonly partyId: string;
  readonly name: string;
  readonly legalName: string | null;
  readonly aliases: readonly string[];
}

type SearchMatch = Term<'searchMatch'>;

export interface SearchHit<A> {
  readonly asset: A;
  readonly match: SearchMatch;
}

/** Hits in their order, at most `mostHits`. */
export interface Hits<A> {
  readonly hits: readonly SearchHit<A>[];
  /** Whether there are more. */
  readonly truncated: boolean;
}

/** Hits that are found and counted. */
export const mostHits = 1_000;

/** An asset with its texts in their comparable forms. */
export interface Entry<A> {
  readonly asset: A;
  readonly symbol: string;
  readonly name: string;
  /** Words of the name, a blank before each: one text is read faster than several. */
  readonly text: string;
  readonly issuer: IssuerEntry<A> | null;
}

export interface IssuerEntry<A> {
  readonly key: string;
  /** Words of its names, a blank before each. */
  readonly text: string;
  readonly entries: Set<Entry<A>>;
}

/** One way in which assets match a text. */
export interface Rank<A> {
  readonly match: SearchMatch;
  readonly candidates: Iterable<Entry<A>>;
  readonly accepts: (entry: Entry<A>) => boolean;
}

/** Candidates of a rank that are compared: 0.7 µs each, since each is elsewhere in memory. */
const mostCompared = 5 * mostHits;

/** What the ranks have, each asset at its first rank, until there are `mostHits`. */
export function collect<A extends SearchedAsset>(ranks: readonly Rank<A>[], chain: Chain | null): Hits<A> {
  const taken = new Set<Entry<A>>();
  const hits: SearchHit<A>[] = [];
  let isCut = false;
  for (const { match, candidates, accepts } of ranks) {
    const found: A[] = [];
    let compared = 0;
    for (const entry of candidates) {
      compared += 1;
      isCut ||= compared > mostCompared;
      if (compared > mostCompared) break;
      // First what most candidates fail.
      if (!accepts(entry) || taken.has(entry) || (chain !== null && entry.asset.chain !== chain)) continue;
      taken.add(entry);
      if (taken.size > mostHits) break;
      found.push(entry.asset);
    }
    hits.push(...found.sort(inOrder).map((asset) => ({ asset, match })));
    if (taken.size > mostHits) return { hits, truncated: true };
  }
  return { hits, truncated: isCut };
}

const inOrder = (a: SearchedAsset, b: SearchedAsset): number =>
  Number(b.chain.listed) - Number(a.chain.listed) ||
  compareTexts(a.symbol, b.symbol) ||
  compareTexts(a.chain.slug, b.chain.slug) ||
  compareTexts(a.assetId, b.assetId);

/** Words as the text of an entry. */
export const textOfWords = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');

export const wordsIn = (text: string): readonly string[] => text.split(' ').slice(1);

/** A word that is searched for, alone and as a text of an entry has its beginning. */
export interface WantedWord {
  readonly word: string;
  readonly start: string;
}

/** Whether a word of the text of an entry begins with a word. */
export const beginsOne = (text: string, { start }: WantedWord): boolean => text.includes(start);

export function* itemsUnder<I>(index: Pick<WordIndex<I>, 'startingWith'>, prefix: string): Iterable<I> {
  for (const { items } of index.startingWith(prefix)) yield* items;
}

export const hasAny = (items: Iterable<unknown>): boolean => {
  for (const _ of items) return true;
  return false;
};

/** How many items there are under the words that begin with a text, word by word. */
export function* sizesUnder<I>(index: Pick<WordIndex<I>, 'startingWith'>, prefix: string): Iterable<number> {
  for (const { count } of index.startingWith(prefix)) yield count;
}

/** The word with the fewest candidates. The one that has the fewest so far is counted on, until it has no more or too many. */
export function rarestOf(words: readonly string[], sizesOf: (word: string) => Iterable<number>): string {
  const [first = '', ...others] = words;
  if (others.length === 0) return first;
  const counted = words.map((word) => ({ word, count: 0, sizes: sizesOf(word)[Symbol.iterator]() }));
  for (;;) {
    const rarest = counted.reduce(fewer);
    const next = rarest.sizes.next();
    if (next.done === true || rarest.count > mostHits) return rarest.word;
    rarest.count += next.value;
  }
}

const fewer = <C extends { readonly count: number }>(a: C, b: C): C => (b.count < a.count ? b : a);
