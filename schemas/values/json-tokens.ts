/** A token of a JSON text, and the member that it belongs to. */
export interface JsonToken {
  readonly kind: 'name' | 'text' | 'number' | 'literal';
  /** As written. */
  readonly text: string;
  /** Place in the text, UTF-16 code units from its start. */
  readonly at: number;
  /** Path of the member that it names or is the value of; empty for the outermost value. */
  readonly path: string;
  /** Of a name: whether its object has had it before. */
  readonly isRepeated: boolean;
}

/** An object or a list that is open at a place of the text. */
interface Open {
  readonly path: string;
  /** Names so far; null for a list. */
  readonly names: Set<string> | null;
  /** Name or index of the member that is being read. */
  at: string | number;
  expectsName: boolean;
}

const pathOf = ({ path, at }: Open): string =>
  typeof at === 'number' ? `${path}[${at}]` : path === '' ? at : `${path}.${at}`;

/**
 * Names and values of a JSON text that are neither objects nor lists, in their order. The text must be valid JSON; any depth
 * and any length of a text are safe.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const open: Open[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text.charCodeAt(at);
    const inner = open.at(-1);
    if (character === brace || character === bracket) {
      const path = inner === undefined ? '' : pathOf(inner);
      const isObject = character === brace;
      open.push({ path, names: isObject ? new Set() : null, at: isObject ? '' : 0, expectsName: isObject });
      at += 1;
    } else if (character === closingBrace || character === closingBracket) {
      open.pop();
      at += 1;
    } else if (character === comma) {
      if (typeof inner?.at === 'number') inner.at += 1;
      else if (inner !== undefined) inner.expectsName = true;
      at += 1;
    } else if (character === colon || character <= space) at += 1;
    else {
      const end = character === quotationMark ? endOfText(text, at) : endOfWord(text, at);
      const written = text.slice(at, end);
      if (inner?.names !== null && inner?.expectsName === true) {
        const name = JSON.parse(written) as string;
        inner.expectsName = false;
        inner.at = name;
        const isRepeated = inner.names.has(name);
        inner.names.add(name);
        yield { kind: 'name', text: written, at, path: pathOf(inner), isRepeated };
      } else {
        const kind = character === quotationMark ? 'text' : isLetter(character) ? 'literal' : 'number';
        yield { kind, text: written, at, path: inner === undefined ? '' : pathOf(inner), isRepeated: false };
      }
      at = end;
    }
  }
}

const [space, quotationMark, comma, colon] = [0x20, 0x22, 0x2c, 0x3a];
const [bracket, backslash, closingBracket, brace, closingBrace] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

const isLetter = (character: number): boolean => character >= 0x61 && character <= 0x7a;

/** Behind the quotation mark that ends the text: the first one with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Behind a number or a literal. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !ends.has(text.charCodeAt(at))) at += 1;
  return at;
}

const ends: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, space, comma, colon, closingBracket, closingBrace]);
