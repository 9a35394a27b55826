/**
 * Characters that turn the direction of the text after them, or that are invisible: they make one text pass for another. Tabs
 * and breaks are none; nor are joiners of letters and emoji, which many languages need.
 */
export const hiddenCharacters =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?![\t\n\r])\p{Cc}/gu;

/** A joiner joins what is joined in writing: emoji, marks, and letters of scripts whose letters have forms. */
const loneJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])[\u200c\u200d]|[\u200c\u200d]$/u;

const shown = /[^\p{Z}\p{C}\p{M}]/u;

/** A character by its number: "U+202E". */
export const numberOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Why a name that a person chose is refused, as the end of a sentence; null if it shows all that it is. */
export function whyNotName(name: string): string | null {
  if (!name.isWellFormed()) return 'has half of a character';
  const [hidden] = name.match(hiddenCharacters) ?? loneJoiner.exec(name) ?? /[\t\n\r]/.exec(name) ?? [];
  if (hidden !== undefined) return `has ${numberOfCharacter(hidden)}, which cannot be seen in it; leave it out`;
  return shown.test(name) ? null : 'shows nothing; name it by letters or digits';
}
