/** The text of a match by its evidence: equal key bytes, an equal name, a similar name, or another particular. */
import type { ListMatchValue } from '../../../../schemas/facts.ts';
import { sanctionsPhrases } from './phrases.ts';
import type { TextName } from './text.ts';

interface Texts {
  readonly byKey: TextName;
  readonly byName: TextName;
  /** Without it, similar names have the text of equal ones. */
  readonly bySimilar?: TextName;
  /** Without it, every match by another particular has the text of one by name. */
  readonly other?: TextName;
}

export function textFor({ otherEncoding, byName }: ListMatchValue, texts: Texts): TextName {
  if (otherEncoding) return texts.byKey;
  if (byName === undefined) return texts.other ?? texts.byName;
  return byName.similar === undefined ? texts.byName : (texts.bySimilar ?? texts.byName);
}

/** Why the two do not match any more, although the list has the entry. */
export const endedPhrase = ({ byName }: ListMatchValue): string =>
  byName?.similar === undefined ? sanctionsPhrases.renamed : sanctionsPhrases.ended;

/** Whether a draft still states the same: the level of a match by name, and which similar names. */
export const statesTheSame = (last: ListMatchValue, current: ListMatchValue): boolean => {
  if (last.byName === undefined || current.byName === undefined) return true;
  const [before, now] = [last.byName.similar, current.byName.similar];
  if (before === undefined && now === undefined) return last.level === current.level;
  return JSON.stringify(before?.pairs ?? null) === JSON.stringify(now?.pairs ?? null);
};
