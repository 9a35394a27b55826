/** One object for equal values of different rows: most records have an issuer, regimes or proofs of others, too. */
export interface SharedValues {
  /** The value of a JSON text. Changing it would change it for all. */
  readonly parsed: <T>(text: string) => T;
  /** The first value that was equal. */
  readonly same: <T>(value: T) => T;
}

/** Texts of a generation: the issuers of a million assets are some ten thousand. */
const textsOfGeneration = 50_000;
/** A longer text is hardly that of two rows, in UTF-16 code units. */
const longestText = 1_000;

/** Remembers values in two generations: one that is used is kept for the next, without the cost of an order of use. */
export function createSharedValues(): SharedValues {
  let young = new Map<string, unknown>();
  let old = young;
  const sharedOf = (text: string, make: () => unknown): unknown => {
    if (text.length > longestText) return make();
    const known = young.get(text);
    if (known !== undefined) return known;
    if (young.size >= textsOfGeneration) {
      old = young;
      young = new Map();
    }
    const value = old.get(text) ?? make();
    young.set(text, value);
    return value;
  };
  return {
    parsed: <T>(text: string) => sharedOf(text, () => JSON.parse(text) as unknown) as T,
    same: <T>(value: T) => sharedOf(JSON.stringify(value), () => value) as T,
  };
}
