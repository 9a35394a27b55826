/** Spellings of letters that are read as others, as rows of a table. */

export interface LetterRule {
  /** Any of them is replaced; of two that begin alike, the longer one stands first. */
  readonly letters: readonly string[];
  readonly by: string;
  /** A condition on what follows, as a pattern. */
  readonly before?: string;
}

/** Applies the rows one after the other. Most words lack the letters of a row, and a pattern takes longer to see it. */
export function respellWith(rows: readonly LetterRule[]): (text: string) => string {
  const steps = rows.map(({ letters, by, before = '' }) => ({
    needed: letters.map(bitsOf),
    pattern: new RegExp(`(?:${letters.join('|')})${before}`, 'g'),
    by,
  }));
  return (text) => {
    let [level, bits] = [text, bitsOf(text)];
    for (const { needed, pattern, by } of steps) {
      if (!needed.some((letters) => (letters & ~bits) === 0)) continue;
      level = level.replaceAll(pattern, by);
      bits = bitsOf(level);
    }
    return level;
  };
}

/** The letters of a text, one bit each. Letters and digits share some bits, so a row may be applied that changes nothing. */
export function bitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** One letter for each run of a letter. */
export function withoutDoubles(text: string): string {
  for (let at = 1; at < text.length; at += 1) {
    if (text.charCodeAt(at) === text.charCodeAt(at - 1)) return text.replaceAll(/(.)\1+/g, '$1');
  }
  return text;
}
