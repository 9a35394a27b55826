import { CsvError } from 'csv-parse';
import type { SnapshotFile } from '../../ingest/feed.ts';
import { csvProblem, CsvTooLarge, readBoundedCsv } from '../bounded-csv.ts';
import { decodeText } from '../decode-text.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';

/** The records of a list's CSV file, cells unchanged. */
export interface ListCsv {
  readonly ok: true;
  readonly records: readonly (readonly string[])[];
  readonly lineBreak: '\r\n' | '\n';
  /** Whether the file ends with 0x1A, the end-of-file mark that OFAC writes. */
  readonly endMark: boolean;
  /** Whether the last record ends with a line break. */
  readonly lastLineEnded: boolean;
}

export interface RefusedFile {
  readonly ok: false;
  readonly reason: string;
}

/**
 * Reads a list published as a CSV file: UTF-8, quotes doubled, records of any number of cells. Skips a byte order mark,
 * blank lines and an end-of-file mark (bare, or as the first cell of a last record). A first line that begins with
 * `title` is parsed separately, because csv-parse creates a costly error for every record that is longer than the
 * first.
 */
export function readListCsv(file: SnapshotFile, title?: string): ListCsv | RefusedFile {
  const decoded = decodeText(file, 'CSV');
  if (!decoded.ok) return decoded;
  const marked = /\r?\n?\u001a[,\s]*$/.exec(decoded.text.slice(-200));
  const text = marked === null ? decoded.text : decoded.text.slice(0, decoded.text.length - marked[0].length);
  const lineBreak = text.includes('\r\n') || marked?.[0].startsWith('\r\n') ? '\r\n' : '\n';
  const titleEnd = title !== undefined && text.startsWith(title) ? text.indexOf('\n') + 1 : 0;
  try {
    const records = split(text.slice(0, titleEnd)).concat(split(text.slice(titleEnd)));
    const lastLineEnded = text.endsWith('\n') || (marked?.[0].includes('\n') ?? false);
    return { ok: true, records, lineBreak, endMark: marked !== null, lastLineEnded };
  } catch (error) {
    if (error instanceof CsvTooLarge) return { ok: false, reason: `${file.name} ${error.message}` };
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? ` Line ${error['lines'] + (titleEnd > 0 ? 1 : 0)}.` : '';
    return { ok: false, reason: `${file.name} ${csvProblem(error, fileLimits.listCsv)}${line}` };
  }
}

function split(text: string): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  if (text !== '') readBoundedCsv(text, fileLimits.listCsv, { take: (cells) => void records.push(cells) });
  return records;
}
