/** What an asset is found by. */
interface NamedAsset {
  readonly symbol: string;
  /** Null if the registry has no issuer for it. */
  readonly issuerName: string | null;
}

/** Public assets by ticker and by the name of their issuer, for people who search. */
export interface NameIndex<A extends NamedAsset> {
  readonly add: (asset: A) => void;
  readonly remove: (asset: A) => void;
  /** Exact, in any case. */
  readonly byTicker: (ticker: string) => readonly A[];
  /** Every word must begin a word of the issuer's name, in any case. */
  readonly byIssuerName: (words: string) => readonly A[];
}

export function createNameIndex<A extends NamedAsset>(): NameIndex<A> {
  const tickers = new Map<string, Set<A>>();
  const issuers = new Map<string, Set<A>>();
  return {
    add: (asset) => {
      addTo(tickers, comparable(asset.symbol), asset);
      if (asset.issuerName !== null) addTo(issuers, comparable(asset.issuerName), asset);
    },
    remove: (asset) => {
      removeFrom(tickers, comparable(asset.symbol), asset);
      if (asset.issuerName !== null) removeFrom(issuers, comparable(asset.issuerName), asset);
    },
    byTicker: (ticker) => [...(tickers.get(comparable(ticker)) ?? [])],
    // There are far fewer issuers than assets, so a pass over their names is short.
    byIssuerName: (words) => {
      const wanted = wordsOf(words);
      if (wanted.length === 0) return [];
      return [...issuers].flatMap(([name, assets]) => (hasWords(name, wanted) ? [...assets] : []));
    },
  };
}

function addTo<A>(index: Map<string, Set<A>>, key: string, asset: A): void {
  const present = index.get(key);
  if (present === undefined) index.set(key, new Set([asset]));
  else present.add(asset);
}

function removeFrom<A>(index: Map<string, Set<A>>, key: string, asset: A): void {
  const present = index.get(key);
  present?.delete(asset);
  if (present?.size === 0) index.delete(key);
}

/** "Société" and "societe" are the same to a person who searches. */
const comparable = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

const wordsOf = (text: string): readonly string[] => comparable(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const hasWords = (name: string, wanted: readonly string[]): boolean => {
  const words = wordsOf(name);
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
};
