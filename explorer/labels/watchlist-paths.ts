import { isTerm, type Term } from '../../schemas/vocabulary.ts';

/** The watched tokens whose intake ended with all of some gaps. */
export const lackingPath = (gaps: readonly string[]): string => {
  const known = gapsIn(gaps);
  return known.length === 0 ? '/watchlist' : `/watchlist?lacks=${known.join(',')}`;
};

/** Those texts that are gaps of an intake. */
export const gapsIn = (texts: readonly string[]): readonly Term<'intakeGap'>[] =>
  texts.filter((text) => isTerm('intakeGap', text));
