/** Initials in brackets behind the words that they stand for: "Islamic Revolutionary Guard Corps (IRGC)". */
import { mostWords, wordsOf } from './read-words.ts';

const bracketed = /\(\s*(\p{Lu}{2,6})\s*\)/gu;

/** More than any name has: a hostile one has a thousand, each of which would be read as words. */
function hasEndlessBrackets(text: string): boolean {
  let brackets = 0;
  for (const _ of text.matchAll(bracketed)) {
    brackets += 1;
    if (brackets > mostWords) return true;
  }
  return false;
}

/** Drops bracketed capitals that are the initials of the other words. */
export function withoutInitials(text: string): string {
  if (!text.includes('(') || hasEndlessBrackets(text)) return text;
  const initials = wordsOf(text.replaceAll(bracketed, ' ')).map((word) => word.text.charAt(0));
  if (initials.length < 2) return text;
  return text.replaceAll(bracketed, (bracket, capitals: string) => {
    const letters = wordsOf(capitals)[0]?.text ?? '';
    let at = 0;
    for (const initial of initials) if (initial === letters[at]) at += 1;
    return at === letters.length && at > 1 ? ' ' : bracket;
  });
}
