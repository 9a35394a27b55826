/** What a JSON text may cost. An array of one digit has four bytes and takes some 200 in memory, so bytes alone are no limit. */
export interface JsonLimits {
  /** Brackets, braces, commas and numbers: the values that a parser would make are no more. */
  readonly parts: number;
  /** Nesting of lists and objects. */
  readonly depth: number;
}

/** A text of another party is not parsed, because of what it would cost. Not a SyntaxError: it may be valid JSON. */
export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge';
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

/** Parses JSON whose cost is within limits. Throws JsonTooLarge before it parses, SyntaxError for what is not JSON. */
export function parseJsonWithin(text: string, limits: JsonLimits): unknown {
  checkJsonSize(text, limits);
  return JSON.parse(text);
}

/** Throws JsonTooLarge for a text whose parts or nesting exceed the limits; does not check that it is JSON. */
export function checkJsonSize(text: string, { parts: most, depth: deepest }: JsonLimits): void {
  let parts = 0;
  let depth = 0;
  let inNumber = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
      inNumber = false;
      continue;
    }
    const isDigit = code >= 0x30 && code <= 0x39;
    const opens = code === 0x5b || code === 0x7b;
    if (opens) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (opens || code === comma || (isDigit && !inNumber)) parts += 1;
    // A sign, a point and an exponent belong to the number.
    inNumber = isDigit || (inNumber && (code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65));
    if (depth > deepest) throw new JsonTooLarge(`nests deeper than ${deepest} levels`);
    if (parts > most) throw new JsonTooLarge(`has more than ${most} values`);
  }
}

/** The index of the quote that ends the text which begins at `open`; the last index without one. */
export function endOfText(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return text.length - 1;
}
