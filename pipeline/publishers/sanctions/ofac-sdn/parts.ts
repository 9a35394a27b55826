/** The files of the CSV set: which part each one is, and its records if it is complete. */
import type { SnapshotFile } from '../../../ingest/feed.ts';
import { type AlarmList, shown } from '../../alarm-list.ts';
import { type ListCsv, readListCsv, type RefusedFile } from '../read-list-csv.ts';

export type PartName = 'sdn' | 'alt' | 'add' | 'sdn_comments';

interface PartLayout {
  readonly holds: string;
  readonly columns: number;
}

const layouts: Readonly<Record<PartName, PartLayout>> = {
  sdn: { holds: 'entries', columns: 12 },
  alt: { holds: 'aliases', columns: 5 },
  add: { holds: 'addresses', columns: 6 },
  sdn_comments: { holds: 'the rest of long remarks', columns: 2 },
};

const partNames = Object.keys(layouts) as readonly PartName[];

/** A file's records without a header line; the first cell of each is the number of an entry. */
export interface Part {
  readonly file: string;
  readonly records: readonly (readonly string[])[];
}

export type Parts = Readonly<Partial<Record<PartName, Part>>> & { readonly sdn: Part };

/** Part of a file by its name (`SDN.CSV`, `sdn-2021-07.csv`, `sdn_comments-2025-02.csv`); null when the name shows none. */
export function partOf(fileName: string): PartName | null {
  if (isOfOtherList(fileName)) return null;
  const words = fileName.toLowerCase().split(/[^a-z]+/);
  if (words.includes('comments')) return 'sdn_comments';
  return (['alt', 'add', 'sdn'] as const).find((name) => words.includes(name)) ?? null;
}

/** Reads the files of a snapshot. `sdn` is required, and every file must be complete. */
export function readParts(
  files: readonly SnapshotFile[],
  alarms: AlarmList,
): RefusedFile | { readonly ok: true; readonly parts: Parts } {
  const parts: Partial<Record<PartName, Part>> = {};
  for (const file of files) {
    if (isOfOtherList(file.name)) return no(`${file.name} belongs to OFAC's lists other than the SDN list.`);
    const csv = readListCsv(file);
    if (!csv.ok) return csv;
    const name = partOf(file.name) ?? partByContent(csv);
    if (name === null) return no(`${file.name} is none of the files of the SDN list: ${fileNames}.`);
    const other = parts[name];
    if (other !== undefined) return no(`${other.file} and ${file.name} both hold ${layouts[name].holds}.`);
    const reason = readPart(name, file.name, csv, alarms);
    if (typeof reason === 'string') return no(reason);
    parts[name] = reason;
  }
  const { sdn } = parts;
  if (sdn === undefined) return no('The snapshot lacks sdn.csv, which holds the entries.');
  const missing = partNames.filter((name) => parts[name] === undefined);
  if (missing.length > 0) {
    const what = missing.map((name) => `${name}.csv (${layouts[name].holds})`).join(', ');
    alarms.add('missing files', `The snapshot has no ${what}.`);
  }
  return { ok: true, parts: { ...parts, sdn } };
}

/** The files of OFAC's other lists are named cons_prim.csv, cons_alt.csv and so on. */
const isOfOtherList = (fileName: string): boolean => /^cons_/i.test(fileName);

const fileNames = partNames.map((name) => `${name}.csv (${layouts[name].columns} columns)`).join(', ');
const no = (reason: string): RefusedFile => ({ ok: false, reason });

function partByContent({ records: [first = []] }: ListCsv): PartName | null {
  return partNames.find((name) => layouts[name].columns === first.length) ?? null;
}

/** The part, or why the file is not that part. */
function readPart(name: PartName, file: string, csv: ListCsv, alarms: AlarmList): Part | string {
  const { columns, holds } = layouts[name];
  const [first] = csv.records;
  if (first === undefined) return `${file} has no records.`;
  const isHeader =
    first.length === columns && !isEntryNumber(first[0] ?? '') && !first.some((cell) => cell.trim() === '-0-');
  const header = isHeader ? first : null;
  if (header !== null) alarms.add('header lines', `${file} has a header line; OFAC publishes none.`);
  const records = header === null ? csv.records : csv.records.slice(1);
  const last = csv.records.length;
  for (const [index, cells] of records.entries()) {
    const at = index + (header === null ? 1 : 2);
    if (cells.length !== columns) {
      const found = `${file} record ${at} has ${inCells(cells)}; one of ${holds} has ${columns}.`;
      return at === last && at > 1 ? `${found} The file seems to be cut off.` : found;
    }
    if (!isEntryNumber(cells[0] ?? '')) {
      const repeated = header !== null && cells.every((cell, column) => cell === header[column]);
      return repeated
        ? `${file} record ${at} repeats the header line: files were joined.`
        : `${file} record ${at} begins with ${shown(cells[0] ?? '')} instead of the number of an entry.`;
    }
  }
  const final = records.at(-1);
  if (final === undefined) return `${file} has a header line and no records.`;
  return cutOff(name, file, csv, final, alarms) ?? { file, records };
}

/**
 * OFAC's files have CRLF line breaks and end with 0x1A. Copies that a program saved again have LF and no end mark. In such
 * a copy, the last record is complete when its last cell is null or a text that ends with a full stop.
 */
function cutOff(
  name: PartName,
  file: string,
  { lineBreak, endMark, lastLineEnded }: ListCsv,
  last: readonly string[],
  alarms: AlarmList,
): string | null {
  if (endMark) return null;
  if (lineBreak === '\r\n' && name !== 'sdn_comments') {
    return `${file} does not end with the mark 0x1A that OFAC writes: the file is cut off.`;
  }
  if (lineBreak === '\r\n') alarms.add('missing marks', `${file} does not end with the mark 0x1A that OFAC writes.`);
  const lastCell = (last.at(-1) ?? '').trim();
  return lastLineEnded || lastCell === '-0-' || lastCell.endsWith('.')
    ? null
    : `${file} ends within a line: it is cut off.`;
}

const inCells = ({ length }: readonly string[]): string => (length === 1 ? '1 cell' : `${length} cells`);
const isEntryNumber = (cell: string): boolean => /^\d{1,9}$/.test(cell);
