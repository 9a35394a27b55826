/**
 * The statements of an SQL file. A statement ends with a `;` at the end of a line (a comment may follow), outside of quotes
 * and comments. Comments stay with their statement; parts without SQL are omitted.
 */
export const sqlStatements = (file: string): readonly string[] => {
  const statements: string[] = [];
  let begin = 0;
  let hasSql = false;
  for (const { kind, start, end } of pieces(file)) {
    if (kind === 'end') {
      if (hasSql) statements.push(file.slice(begin, start).trim());
      begin = end;
      hasSql = false;
    } else if (kind === 'sql') {
      hasSql = true;
    }
  }
  if (hasSql) statements.push(file.slice(begin).trim());
  return statements;
};

interface Piece {
  readonly kind: 'blank' | 'end' | 'sql';
  readonly start: number;
  readonly end: number;
}

/** White space and comments; quoted text with doubled quotes and backslash escapes; the end of a statement; the rest. */
const piecePattern =
  /(?<blank>\s+|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`\\]|\\[\s\S]|``)*`?|(?<end>;(?=[^\S\n]*(?:--|\n|$)))|[\s\S]/g;

const pieces = function* (file: string): Iterable<Piece> {
  for (const match of file.matchAll(piecePattern)) {
    const start = match.index;
    const end = start + match[0].length;
    const { blank, end: statementEnd } = match.groups ?? {};
    yield { kind: blank !== undefined ? 'blank' : statementEnd !== undefined ? 'end' : 'sql', start, end };
  }
};
