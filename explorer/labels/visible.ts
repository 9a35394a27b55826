import { hiddenCharacters, numberOfCharacter } from '../../schemas/values/visible-name.ts';

/** A part of a text: as it is, or the number of an invisible character. */
export interface VisiblePart {
  readonly text: string;
  readonly isNumber: boolean;
}

/** A text in parts, with its hidden characters as numbers. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hiddenCharacters)) {
    if (index > from) parts.push({ text: text.slice(from, index), isNumber: false });
    parts.push({ text: numberOfCharacter(character), isNumber: true });
    from = index + character.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isNumber: false });
  return parts;
}

/** The same as one text, for titles and names of controls, which have no markup. */
export const visibleLine = (text: string): string => text.replace(hiddenCharacters, numberOfCharacter);
