/** Spellings of letters that are read as others, as rows of a table. */

export interface LetterRule {
  /** Any of them is replaced; of two that begin alike, the longer one stands first. */
  readonly letters: readonly string[];
  readonly by: string;
  /** A condition on what follows, as a pattern. */
  readonly before?: string;
}

type Respell = (text: string) => string;

/** Applies the rows one after the other. Most words have none of the letters of a row, and a pattern takes longer to see it. */
export function respellWith(rows: readonly LetterRule[]): Respell {
  const steps = rows.map(({ letters, by, before = '' }): Respell => {
    const pattern = new RegExp(`(?:${letters.join('|')})${before}`, 'g');
    return (text) => (letters.some((one) => text.includes(one)) ? text.replaceAll(pattern, by) : text);
  });
  return (text) => steps.reduce((level, step) => step(level), text);
}

/** One letter for each run of a letter. */
export function withoutDoubles(text: string): string {
  for (let at = 1; at < text.length; at += 1) {
    if (text.charCodeAt(at) === text.charCodeAt(at - 1)) return text.replaceAll(/(.)\1+/g, '$1');
  }
  return text;
}
