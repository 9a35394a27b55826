import { hiddenCharacters, numberOfCharacter } from '../../schemas/values/visible-name.ts';

/** Marks above and below one letter that are drawn: no language writes more, and further ones cover the lines around. */
const mostMarks = 5;
const notShown = new RegExp(`${hiddenCharacters.source}|(?<=\\p{Mn}{${mostMarks}})\\p{Mn}+`, 'gu');
const shownAs = (found: string): string =>
  /^\p{Mn}/u.test(found) && found.search(hiddenCharacters) !== 0
    ? `+${found.match(/\p{Mn}/gu)?.length} marks`
    : numberOfCharacter(found);

/** A part of a text: as it is, or what stands for an invisible character, or for marks in a pile. */
export interface VisiblePart {
  readonly text: string;
  readonly isNumber: boolean;
}

/** A text in parts, with its hidden characters as numbers, and marks in a pile as their count. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(notShown)) {
    if (index > from) parts.push({ text: text.slice(from, index), isNumber: false });
    parts.push({ text: shownAs(character), isNumber: true });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isNumber: false });
  return parts;
}

/** The same as one text, for titles and names of controls, which have no markup. */
export const visibleLine = (text: string): string => text.replace(notShown, shownAs);
