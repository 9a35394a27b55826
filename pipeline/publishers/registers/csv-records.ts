/** Cells of one record as written, surrounding whitespace included. A blank line is one blank cell. */
export type CsvRecord = readonly string[];

/** Reads a text record by record, so that an invalid file is refused before all of it is in memory. */
export interface CsvReader {
  /** The next record; null at the end, and where the text is not valid CSV. */
  readonly next: () => CsvRecord | null;
  /** Why reading ended early, as a sentence without its subject; null without a problem. */
  readonly problem: () => string | null;
  /** Line on which the last record ended, counted from 1. */
  readonly line: () => number;
  /** Whether only whitespace follows. */
  readonly isAtEnd: () => boolean;
}

/** Largest cell of a register, in UTF-16 code units. In a much longer cell, doubled quotes are not replaced. */
export const maximumCell = 65_536;

/** More cells than any table has. A longer line is refused before the rest of it is read. */
const maximumCells = 1_000;

/**
 * Reads RFC 4180, with LF as well as CRLF. Strict: an opening quote is the first character of its cell, and a comma or
 * the end of the line follows the closing quote. Registers do not use `csv-parse`: it takes eight times as long, holds
 * a whole line before it can be refused, and builds an error for every record of another length (decision 3).
 */
export function csvReader(text: string): CsvReader {
  let at = 0;
  let problem: string | null = null;
  const counted = { offset: 0, line: 0 };
  const lineAt = (offset: number): number => {
    for (let found = text.indexOf('\n', counted.offset); found >= 0 && found < offset; ) {
      counted.line += 1;
      counted.offset = found + 1;
      found = text.indexOf('\n', counted.offset);
    }
    return counted.line;
  };
  const stop = (offset: number, what: string): null => {
    problem = `${what} Line ${lineAt(offset) + 1}.`;
    return null;
  };

  const next = (): CsvRecord | null => {
    if (at >= text.length || problem !== null) return null;
    const record: string[] = [];
    while (at < text.length) {
      const start = at;
      const isQuoted = text.charCodeAt(start) === quote;
      const end = isQuoted ? endOfQuoted(text, start) : endOfPlain(text, start);
      if (end === unclosed) return stop(start, 'ends inside a quoted cell: the file is cut off.');
      if (!isQuoted && text.charCodeAt(end) === quote)
        return stop(end, 'has a quote in the middle of an unquoted cell.');
      const lineBreak = lengthOfLineBreak(text, end);
      const isFollowed = text.charCodeAt(end) === comma;
      if (!isFollowed && lineBreak === 0 && end < text.length)
        return stop(start, 'has text after the closing quote of a cell.');
      record.push(isQuoted ? unquoted(text.slice(start + 1, end - 1)) : text.slice(start, end));
      if (record.length > maximumCells) return stop(start, `has more than ${maximumCells} cells in one line.`);
      at = end + (isFollowed ? 1 : lineBreak);
      if (!isFollowed) return record;
    }
    // The text ends with a comma: the last cell is empty.
    record.push('');
    return record;
  };

  return {
    next,
    problem: () => problem,
    line: () => lineAt(at) + (text.charCodeAt(at - 1) === lineFeed ? 0 : 1),
    isAtEnd: () => text.slice(at).trim() === '',
  };
}

const quote = 34;
const comma = 44;
const lineFeed = 10;
const carriageReturn = 13;
const unclosed = -1;

/** Offset after the closing quote. A doubled quote is text. */
function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2);
  return at < 0 ? unclosed : at + 1;
}

const unquoted = (cell: string): string => (cell.length > 2 * maximumCell ? cell : cell.replaceAll('""', '"'));

/** Offset of the comma, line break or quote that ends an unquoted cell. */
function endOfPlain(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || code === quote || lengthOfLineBreak(text, at) > 0) break;
  }
  return at;
}

/** 1 or 2 where a line break begins, else 0. A carriage return alone is text. */
function lengthOfLineBreak(text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code === lineFeed) return 1;
  return code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 0;
}
