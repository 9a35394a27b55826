import { checkJsonSize, endOfText, type JsonLimits } from '../../schemas/values/json-size.ts';

const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits: a number that a double cannot hold exactly becomes the string of its digits, as in
 * `18446744073709551615`. Throws JsonTooLarge for a text beyond the limits before it parses, SyntaxError for what is not JSON.
 */
export function parseLossless(text: string, limits: JsonLimits): unknown {
  checkJsonSize(text, limits);
  return JSON.parse(quoteLongNumbers(text));
}

function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('"', at);
    const end = open < 0 ? text.length : open;
    parts.push(text.slice(at, end).replace(numberToken, (token) => (isExact(token) ? token : `"${token}"`)));
    if (open < 0) break;
    // An expression for whole texts would need stack for each character of an answer of megabytes.
    const close = endOfText(text, open) + 1;
    parts.push(text.slice(open, close));
    at = close;
  }
  return parts.join('');
}

const isExact = (token: string): boolean => String(Number(token)) === token;
