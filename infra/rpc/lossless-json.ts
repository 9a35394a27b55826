import { nestsDeeperThan } from '../../schemas/values/nesting.ts';

const deepest = 64;
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits: a number that a double cannot hold exactly becomes the string of its digits, as in
 * `18446744073709551615`. Throws SyntaxError on text that is not JSON or nests deeper than 64 levels.
 */
export function parseLossless(text: string): unknown {
  const value: unknown = JSON.parse(quoteLongNumbers(text));
  if (nestsDeeperThan(value, deepest)) throw new SyntaxError(`nests deeper than ${deepest} levels`);
  return value;
}

function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    const end = open < 0 ? text.length : open;
    parts.push(text.slice(at, end).replace(numberToken, (token) => (isExact(token) ? token : `"${token}"`)));
    if (open < 0) break;
    const close = endOfString(text, open);
    parts.push(text.slice(open, close));
    at = close;
  }
  return parts.join('');
}

/** An expression for whole strings would need stack for each character of an answer of megabytes. */
function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charAt(quote - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

const isExact = (token: string): boolean => String(Number(token)) === token;
