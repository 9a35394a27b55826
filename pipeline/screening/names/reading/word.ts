/** A name as match-v1 reads it. */
export type NameMode = 'organisation' | 'person';

export type WordClass = 'name' | 'domain' | 'generic' | 'place' | 'number' | 'stop' | 'initial' | 'particle';

/** A word of a name, or a phrase that stands for one thing, such as "United Kingdom". */
export interface Word {
  /** ASCII, lower case, without spaces. */
  readonly text: string;
  /** As the name has it. */
  readonly written: string;
  readonly kind: WordClass;
  /** Weight in the comparison. */
  readonly mass: number;
  /** Meaning, country code, number or common form, with its class; null when the word stands only for itself. */
  readonly meaning: string | null;
  /** A syllable of Han, Kana or Hangul. */
  readonly syllabic: boolean;
  /** Written in a script without vowels: Arabic, Hebrew, Syriac. */
  readonly bare: boolean;
}

export interface ReadName {
  readonly mode: NameMode;
  readonly words: readonly Word[];
  /** Kinds of the legal forms; empty for persons. */
  readonly forms: readonly string[];
}

/** A word before its class is known. */
export interface RawWord {
  readonly text: string;
  readonly written: string;
  readonly syllabic: boolean;
  readonly bare: boolean;
}

/** A word with its class. Copied member by member: names are read more often than anything else, and a spread takes longer. */
export const withClass = (
  { text, written, syllabic, bare }: RawWord,
  kind: WordClass,
  mass: number,
  meaning: string | null,
): Word => ({ text, written, syllabic, bare, kind, mass, meaning });
