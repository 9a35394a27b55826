import type { Chain } from '../../../../../schemas/values/chains.ts';
import { memoizeByObject } from '../../../../../schemas/values/memoize-by-object.ts';
import { createGroups } from '../groups.ts';
import { nearWords } from './near-words.ts';
import {
  beginsOne,
  collect,
  type Entry,
  hasAny,
  type Hits,
  type IssuerEntry,
  itemsUnder,
  type Rank,
  rarestOf,
  type SearchedAsset,
  type SearchedIssuer,
  sizesUnder,
  textOfWords,
  type WantedWord,
  wordsIn,
} from './ranks.ts';
import { comparable, tickerForm, wantedWords, wholeForms, wordsOf } from './search-text.ts';
import { createWordIndex } from './word-index.ts';

/** Public assets by what a person writes of them. */
export interface SearchIndex<A> {
  readonly add: (asset: A) => void;
  readonly remove: (asset: A) => void;
  /** Its words in their orders, which the first call after new words sorts. */
  readonly orders: readonly (() => readonly string[])[];
  /**
   * Assets whose symbol or name a text is or begins, or of whose words each of its words begins one; by how exactly, then
   * listed chains first, by symbol, chain and id. A chain narrows it.
   */
  readonly find: (text: string, chain: Chain | null) => Hits<A>;
  /** All of a chain. */
  readonly onChain: (chain: Chain) => Hits<A>;
  /** Texts that find something and differ from this one by mistyped words; the nearest first. */
  readonly didYouMean: (text: string) => readonly string[];
  /** Whether a public asset of another issuer has the same symbol. */
  readonly isSymbolOfOthers: (asset: SearchedAsset) => boolean;
}

const mostMeant = 5;

export function createSearchIndex<A extends SearchedAsset>(): SearchIndex<A> {
  const entries = new Map<string, Entry<A>>();
  const issuers = new Map<string, IssuerEntry<A>>();
  const bySymbol = createWordIndex<Entry<A>>();
  const byName = createGroups<Entry<A>>();
  const byWord = createWordIndex<Entry<A>>();
  const byIssuerWord = createWordIndex<IssuerEntry<A>>();
  const byChain = createGroups<Entry<A>>();
  const orders = [bySymbol.words, byWord.words, byIssuerWord.words];

  // Assets of one issuer share its object, and its texts are long.
  const keyOf = memoizeByObject(({ partyId, name, legalName, aliases }: SearchedIssuer) =>
    JSON.stringify([partyId, name, legalName, aliases]),
  );
  const issuerOf = ({ issuer }: A): IssuerEntry<A> | null => {
    if (issuer === null) return null;
    const key = keyOf(issuer);
    const known = issuers.get(key);
    if (known !== undefined) return known;
    const words = wordsOf([issuer.name, issuer.legalName ?? '', ...issuer.aliases].join(' '));
    const added = { key, text: textOfWords(words), entries: new Set<Entry<A>>() };
    issuers.set(key, added);
    byIssuerWord.add(words, added);
    return added;
  };
  const forgetUnused = (issuer: IssuerEntry<A>): void => {
    if (issuer.entries.size > 0) return;
    issuers.delete(issuer.key);
    byIssuerWord.remove(wordsIn(issuer.text), issuer);
  };

  const withSymbol = (prefix: string): Iterable<Entry<A>> => itemsUnder(bySymbol, prefix);
  const withName = (prefix: string): Iterable<Entry<A>> => itemsUnder(byWord, prefix);
  const withIssuer = function* (prefix: string): Iterable<Entry<A>> {
    for (const issuer of itemsUnder(byIssuerWord, prefix)) yield* issuer.entries;
  };
  const withAny = function* (prefix: string): Iterable<Entry<A>> {
    yield* withSymbol(prefix);
    yield* withName(prefix);
    yield* withIssuer(prefix);
  };

  const sizesWithName = (prefix: string): Iterable<number> => sizesUnder(byWord, prefix);
  const sizesWithIssuer = function* (prefix: string): Iterable<number> {
    for (const issuer of itemsUnder(byIssuerWord, prefix)) yield issuer.entries.size;
  };
  const sizesWithAny = function* (prefix: string): Iterable<number> {
    yield* sizesUnder(bySymbol, prefix);
    yield* sizesWithName(prefix);
    yield* sizesWithIssuer(prefix);
  };

  /** Ranks in their order, each with its candidates and what they must have. */
  const ranksOf = (text: string): readonly Rank<A>[] => {
    const forms = wholeForms(text);
    const words = wantedWords(text);
    if (forms.length === 0) return [];
    const tickers = forms.map(tickerForm).filter((ticker) => ticker !== '');
    const exact: readonly Rank<A>[] = [
      { match: 'symbol', candidates: ofForms(tickers, bySymbol.itemsOf), accepts: () => true },
      { match: 'name', candidates: ofForms(forms, byName.of), accepts: () => true },
      { match: 'symbol_prefix', candidates: ofForms(tickers, withSymbol), accepts: () => true },
    ];
    if (words.length === 0) return exact;
    // The candidates of a word have it, so only the others are compared.
    const inName = rankOf('name_words', words, sizesWithName, withName, (entry, word) => beginsOne(entry.text, word));
    const inIssuer = rankOf(
      'issuer_words',
      words,
      sizesWithIssuer,
      withIssuer,
      ({ issuer }, word) => issuer !== null && beginsOne(issuer.text, word),
    );
    const anywhere = rankOf(
      'all_words',
      words,
      sizesWithAny,
      withAny,
      ({ symbol, text: own, issuer }, word) =>
        symbol.startsWith(word.word) || beginsOne(own, word) || (issuer !== null && beginsOne(issuer.text, word)),
    );
    return [...exact, inName, inIssuer, anywhere];
  };
  const find: SearchIndex<A>['find'] = (text, chain) => collect(ranksOf(text), chain);
  const near = (word: string): readonly string[] =>
    nearWords(
      word,
      orders.map((words) => words()),
    ).slice(0, mostMeant);

  return {
    add: (asset) => {
      const name = comparable(asset.name);
      const words = wordsOf(name);
      const symbol = tickerForm(asset.symbol);
      const entry = { asset, symbol, name, text: textOfWords(words), issuer: issuerOf(asset) };
      entries.set(asset.assetId, entry);
      bySymbol.add([entry.symbol], entry);
      byName.add(name, entry);
      byWord.add(words, entry);
      byChain.add(asset.chain.slug, entry);
      entry.issuer?.entries.add(entry);
    },
    remove: ({ assetId }) => {
      const entry = entries.get(assetId);
      if (entry === undefined) return;
      entries.delete(assetId);
      bySymbol.remove([entry.symbol], entry);
      byName.remove(entry.name, entry);
      byWord.remove(wordsIn(entry.text), entry);
      byChain.remove(entry.asset.chain.slug, entry);
      entry.issuer?.entries.delete(entry);
      if (entry.issuer !== null) forgetUnused(entry.issuer);
    },
    orders,
    find,
    onChain: (chain) =>
      collect([{ match: 'all_words', candidates: byChain.of(chain.slug), accepts: () => true }], chain),
    didYouMean: (text) => {
      const words = wantedWords(text);
      const choices = words.map((word) => (hasAny(withAny(word)) ? [word] : near(word)));
      const texts = choices.reduce<readonly string[]>(
        (before, choice) =>
          before.flatMap((start) => choice.map((word) => `${start} ${word}`.trim())).slice(0, mostMeant),
        [''],
      );
      const own = words.join(' ');
      return texts.filter((one) => one !== '' && one !== own && find(one, null).hits.length > 0);
    },
    isSymbolOfOthers: ({ symbol, issuer }) => {
      const own = issuer?.partyId ?? null;
      for (const { asset } of bySymbol.itemsOf(tickerForm(symbol))) {
        if ((asset.issuer?.partyId ?? null) !== own) return true;
      }
      return false;
    },
  };
}

/** Candidates of the rarest word that have all others, too. */
function rankOf<A>(
  match: Rank<A>['match'],
  words: readonly string[],
  sizesOf: (word: string) => Iterable<number>,
  candidatesOf: (word: string) => Iterable<Entry<A>>,
  has: (entry: Entry<A>, word: WantedWord) => boolean,
): Rank<A> {
  const rarest = rarestOf(words, sizesOf);
  const others = words.filter((word) => word !== rarest).map((word) => ({ word, start: ` ${word}` }));
  return { match, candidates: candidatesOf(rarest), accepts: (entry) => others.every((word) => has(entry, word)) };
}

function* ofForms<E>(forms: readonly string[], candidatesOf: (form: string) => Iterable<E>): Iterable<E> {
  for (const form of forms) yield* candidatesOf(form);
}
