import { createLru } from '../lru.ts';

/** One object for equal values of different rows: most records have an issuer, regimes or proofs of others, too. */
export interface SharedValues {
  /** The value of a JSON text. Changing it would change it for all. */
  readonly parsed: <T>(text: string) => T;
  /** The first value that was equal. */
  readonly same: <T>(value: T) => T;
}

/** Texts that are remembered: the issuers of a million assets are some ten thousand. */
const mostTexts = 50_000;
/** A longer text is hardly that of two rows, in UTF-16 code units. */
const longestText = 1_000;

export function createSharedValues(): SharedValues {
  const values = createLru<string, unknown>(mostTexts);
  const sharedOf = (text: string, make: () => unknown): unknown => {
    if (text.length > longestText) return make();
    const known = values.get(text);
    if (known !== undefined) return known;
    const value = make();
    values.set(text, value);
    return value;
  };
  return {
    parsed: <T>(text: string) => sharedOf(text, () => JSON.parse(text) as unknown) as T,
    same: <T>(value: T) => sharedOf(JSON.stringify(value), () => value) as T,
  };
}
