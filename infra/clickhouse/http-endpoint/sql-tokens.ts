/**
 * A strict SQL tokenizer: ClickHouse's lexer cannot split an accepted text in any other way. Special syntax that ordinary
 * queries do not need (heredocs, Unicode quotes, nested comments, escapes in quoted names) is refused.
 */

export interface SqlToken {
  /** `word`: keyword, name or quoted name; `text`: string literal; `symbol`: one character. */
  readonly kind: 'word' | 'number' | 'text' | 'symbol';
  /** The source text; for a quoted name without its quotes. */
  readonly value: string;
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

export interface TokenizedSql {
  readonly tokens: readonly SqlToken[];
  /** The text with each comment replaced by a space; `start` and `end` of the tokens refer to it. */
  readonly sql: string;
}

/** Why the text is refused. */
export interface SqlRefusal {
  readonly refusal: string;
}

export const tokenizeSql = (text: string): TokenizedSql | SqlRefusal => {
  const tokens: SqlToken[] = [];
  let sql = '';
  for (let at = 0; at < text.length; ) {
    const piece = readPiece(text, at);
    if (piece === null) return { refusal: explainUnreadable(text, at) };
    const { kind, source, value } = piece;
    if (kind === 'comment') {
      sql += ' ';
    } else {
      if (kind !== 'space') {
        const [start, end] = [sql.length, sql.length + source.length];
        tokens.push({ kind: kind === 'name' ? 'word' : kind, value, quoted: kind === 'name', start, end });
      }
      sql += source;
    }
    at += source.length;
  }
  return { tokens, sql };
};

interface Piece {
  readonly kind: 'space' | 'comment' | 'word' | 'name' | 'number' | 'text' | 'symbol';
  readonly source: string;
  readonly value: string;
}

/** Each pattern ends where ClickHouse's token ends; text that no pattern matches is refused. */
const patterns: readonly (readonly [Piece['kind'], RegExp])[] = [
  ['space', /[ \t\r\n]+/y],
  ['comment', /--[^\n]*(?:\n|$)/y],
  ['comment', /#[ !][^\n]*(?:\n|$)/y],
  ['comment', /\/\*(?:(?!\*\/|\/\*)[\s\S])*\*\//y],
  // A single letter before a quote starts another kind of literal (x'41', b'01').
  ['word', /[A-Za-z_][A-Za-z0-9_]*(?!['"`$\w])/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]+(?![$\w])/y],
  ['number', /(?:0[xX][0-9A-Fa-f]+|0[bB][01]+|[0-9][0-9_]*(?:[eE][0-9]+|[eE](?=[+-][0-9]))?)(?![$\w'"`])/y],
  ['text', /'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ['name', /"[^"\\`]+"(?!")/y],
  ['name', /`[^`\\"]+`(?!`)/y],
  ['symbol', /(?!\/[*/])[-+*/%=<>!|?:;,.()[\]{}^]/y],
];

const readPiece = (text: string, at: number): Piece | null => {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0];
    if (source === undefined) continue;
    return { kind, source, value: kind === 'name' ? source.slice(1, -1) : source };
  }
  return null;
};

const explainUnreadable = (text: string, at: number): string => {
  const rest = text.slice(at);
  if (rest.startsWith("'")) return `a string literal that begins at position ${at + 1} does not end`;
  if (rest.startsWith('"') || rest.startsWith('`')) {
    return `a quoted name at position ${at + 1} does not end, is empty, or has a quote or backslash in it`;
  }
  if (rest.startsWith('//')) return `the comment at position ${at + 1} must be written with -- or /* */`;
  if (rest.startsWith('/*')) return `a comment at position ${at + 1} does not end or has another comment in it`;
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return `${JSON.stringify(character)} at position ${at + 1} cannot be used here`;
};
