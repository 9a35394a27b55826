/** Numbers in English words: `two`, `forty-five`, `one hundred thousand`. */

const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: readonly (readonly [word: string, size: number])[] = [
  ['trillion', 1e12],
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
];

/** The number of words, which are nothing else; null for other words. */
export function numberInWords(text: string): number | null {
  let words = text.trim().toLowerCase().split(/[- ]+/);
  let sum = 0;
  for (const [word, size] of scales) {
    const at = words.indexOf(word);
    if (at < 0) continue;
    const count = belowThousand(words.slice(0, at));
    if (count === null || count === 0) return null;
    sum += count * size;
    words = words.slice(at + 1);
    if (words.length === 0) return sum;
    if (words[0] === 'and') words = words.slice(1);
  }
  const rest = belowThousand(words);
  return rest === null || (sum > 0 && rest === 0) ? null : sum + rest;
}

function belowThousand(words: readonly string[]): number | null {
  const [first = '', second, ...rest] = words;
  if (second !== 'hundred') return belowHundred(words);
  const hundreds = small.indexOf(first);
  if (hundreds < 1 || hundreds > 9) return null;
  const after = rest[0] === 'and' ? rest.slice(1) : rest;
  if (after.length === 0) return rest.length === 0 ? hundreds * 100 : null;
  const below = belowHundred(after);
  return below === null || below === 0 ? null : hundreds * 100 + below;
}

function belowHundred([ten = '', one, more]: readonly string[]): number | null {
  if (more !== undefined) return null;
  const alone = small.indexOf(ten);
  if (alone >= 0) return one === undefined ? alone : null;
  const whole = tens.indexOf(ten);
  if (whole < 2) return null;
  if (one === undefined) return whole * 10;
  const rest = small.indexOf(one);
  return rest >= 1 && rest <= 9 ? whole * 10 + rest : null;
}

const unit = '(?: ?(?:%|percent|per cent|basis points|bps|[A-Z]{3}|(?:US |U\\.S\\. )?dollars?|euros?))?';
/** What stands in brackets right after a number, and its unit. */
const bracket = new RegExp(`^${unit} ?\\(([^()]{1,160})\\)`, 'iu');
const word = `(?:${[...small, ...tens.slice(2), 'hundred', ...scales.map(([name]) => name)].join('|')})`;
const hasNumber = new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu');
/** Words beside a number in words that are none of it. */
const beside =
  /\b(?:in words|only|exactly|(?:united states|us|u\.s\.|hong kong|singapore|swiss) (?=dollars?|francs?)|dollars?|euros?|pounds?(?: sterling)?|francs?|yen|percent|per cent|basis points|usd|eur|gbp|chf)\b|[:,.%$€£]/giu;

/**
 * The words in brackets after a number that state another one: `1,000 (one hundred)`. Null where there are none, or they are the
 * number. `value` is decimal text.
 */
export function otherWordsAfter(value: string, after: string): string | null {
  const [, words = ''] = bracket.exec(after) ?? [];
  if (!hasNumber.test(words)) return null;
  const number = numberInWords(words.replaceAll(beside, ' ').replaceAll(/\s+/g, ' '));
  return number !== null && String(number) === value ? null : words;
}
