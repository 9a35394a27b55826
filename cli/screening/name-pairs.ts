/** Pairs of names in a file: NDJSON, or CSV with a header. */
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../../infra/errors.ts';
import type { NameMode } from '../../pipeline/screening/names/reading/word.ts';
import { fileLimits } from '../../schemas/file-limits.ts';
import { repeatedMember } from '../../schemas/values/json-spelling.ts';
import { textLines } from '../../schemas/values/text-lines.ts';
import { visibleText } from '../program/output/visible-text.ts';

export interface NamePair {
  readonly name1: string;
  readonly name2: string;
  readonly mode: NameMode;
  /** Whether both names belong to one party, as the file states it; null if it states neither. */
  readonly isMatch: boolean | null;
  /** The pair as sent. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** Reads at most `most` pairs of a file. Throws UsageError with the line of the first pair beyond it, or of one without two names. */
export function readPairs(file: string, text: string, most: number = limits.records): readonly NamePair[] {
  const content = text.replace(/^\ufeff/, '');
  const rows = content.trimStart().startsWith('{') ? ndjsonRows(file, content, most) : csvRows(file, content, most);
  return rows.map(({ row, line }) => pairOf(row, `${file}, line ${line}`));
}

interface Row {
  readonly row: unknown;
  readonly line: number;
}

const limits = fileLimits.namePairs;

function addRow(rows: Row[], row: Row, file: string, most: number): void {
  if (rows.length === most) {
    throw new UsageError(`${file}, line ${row.line} is one more than ${most} pairs; split the file`);
  }
  rows.push(row);
}

function ndjsonRows(file: string, text: string, most: number): readonly Row[] {
  const rows: Row[] = [];
  let number = 0;
  for (const line of textLines(text)) {
    number += 1;
    if (line.trim() === '') continue;
    const place = `${file}, line ${number}`;
    if (line.length > limits.record) throw new UsageError(`${place} is longer than ${limits.record} characters`);
    const row = parseJson(line);
    if (row === undefined) throw new UsageError(`${place} is not JSON; a file of pairs has one JSON object per line`);
    const repeated = repeatedMember(line);
    if (repeated !== null) throw new UsageError(visibleText(`${place}: ${repeated} occurs twice in its object`));
    addRow(rows, { row, line: number }, file, most);
  }
  return rows;
}

/** Undefined when the text is not JSON: no JSON text has that value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function csvRows(file: string, text: string, most: number): readonly Row[] {
  try {
    const rows: Row[] = [];
    parse(text, {
      columns: true,
      skip_empty_lines: true,
      max_record_size: limits.record,
      on_record: (row: unknown, { lines }) => {
        addRow(rows, { row, line: lines }, file, most);
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UsageError(`${file} is neither NDJSON nor CSV with a header: ${error.message}`);
  }
}

function pairOf(row: unknown, place: string): NamePair {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) throw new UsageError(`${place} is no JSON object`);
  const sent = row as Readonly<Record<string, unknown>>;
  const { name1, name2, schema, is_match: label } = sent;
  if (typeof name1 !== 'string' || typeof name2 !== 'string') {
    throw new UsageError(`${place} needs the texts name1 and name2`);
  }
  if (schema !== undefined && schema !== null && typeof schema !== 'string') {
    throw new UsageError(`${place}: schema is a text, such as Person or Company`);
  }
  const mode: NameMode = schema === 'Person' ? 'person' : 'organisation';
  return { name1, name2, mode, isMatch: labelOf(label), sent };
}

const labelOf = (label: unknown): boolean | null =>
  label === true || label === 'true' ? true : label === false || label === 'false' ? false : null;
