/** Pairs of names in a file: NDJSON, or CSV with a header. */
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../../infra/errors.ts';
import type { NameMode } from '../../pipeline/screening/names/v1/word.ts';
import { repeatedMember } from '../../schemas/values/json-spelling.ts';
import { visibleText } from '../program/visible-text.ts';

export interface NamePair {
  readonly name1: string;
  readonly name2: string;
  readonly mode: NameMode;
  /** Whether the two are one, if the file says so. */
  readonly isMatch: boolean | null;
  /** The pair as sent. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** The pairs of a file. Throws UsageError with the number of the pair for one without two names. */
export function readPairs(file: string, text: string): readonly NamePair[] {
  const content = text.replace(/^\ufeff/, '');
  const rows = content.trimStart().startsWith('{') ? ndjsonRows(file, content) : csvRows(file, content);
  return rows.map(({ row, line }) => pairOf(row, `${file}, line ${line}`));
}

interface Row {
  readonly row: unknown;
  readonly line: number;
}

function ndjsonRows(file: string, text: string): readonly Row[] {
  return text.split('\n').flatMap((line, at): readonly Row[] => {
    if (line.trim() === '') return [];
    const row = parseJson(line);
    if (row === undefined) {
      throw new UsageError(`${file}, line ${at + 1} is not JSON; a file of pairs has one JSON object per line`);
    }
    const repeated = repeatedMember(line);
    if (repeated !== null) {
      throw new UsageError(visibleText(`${file}, line ${at + 1}: ${repeated} occurs twice in its object`));
    }
    return [{ row, line: at + 1 }];
  });
}

/** Undefined when the text is not JSON: no JSON text has that value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function csvRows(file: string, text: string): readonly Row[] {
  try {
    const rows = parse(text, { columns: true, skip_empty_lines: true, info: true }) as readonly {
      readonly record: unknown;
      readonly info: { readonly lines: number };
    }[];
    return rows.map(({ record, info }) => ({ row: record, line: info.lines }));
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
