import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { oneLine } from '../xml/xml-element.ts';
import { FileRefused } from './file-refused.ts';
import type { SourceRecord, RecordItem } from './record.ts';

/** Names of the CSV columns that differ from the XML path, by path. */
export type CsvNames = Readonly<Record<string, string>>;

/** Cells of one line. Throws FileRefused. */
export function readCsvLine(bytes: Buffer, line: number): readonly string[] {
  try {
    const lines = parse(bytes.toString('utf8'), {
      relax_column_count: true,
    }) as unknown as readonly (readonly string[])[];
    return lines[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileRefused(`is not valid CSV in record ${line} (${error.code}).`);
  }
}

/** The record of a line. A repeated path has numbered columns: `Path.1`, `Path.2`. */
export function recordOfCells(
  cells: readonly string[],
  columns: ReadonlyMap<string, number>,
  names: CsvNames,
): SourceRecord {
  const cell = (name: string): string => oneLine(cells[columns.get(name) ?? -1] ?? '');
  const list = (path: string): readonly RecordItem[] => {
    const name = names[path] ?? path;
    const items: RecordItem[] = [];
    for (const prefix of prefixesOf(name, columns)) {
      const within = (part: string): string =>
        cell(`${prefix}.${part}`) || cell(`${prefix}.${part.charAt(0).toLowerCase()}${part.slice(1)}`);
      items.push({ text: cell(prefix), attribute: within, child: within });
    }
    return items;
  };
  return {
    text: (path) => cell(names[path] ?? path),
    list,
    namesBelow: () => [],
    isDeleted: [...columns].some(([name, at]) => name.endsWith('DeletedAt') && (cells[at] ?? '').trim() !== ''),
  };
}

/** `Path.1`, `Path.2` … for each such column; `Path` itself in files with a single one. */
function prefixesOf(name: string, columns: ReadonlyMap<string, number>): readonly string[] {
  const exists = (prefix: string): boolean =>
    columns.has(prefix) || [...columns.keys()].some((column) => column.startsWith(`${prefix}.`));
  const numbered: string[] = [];
  while (exists(`${name}.${numbered.length + 1}`)) numbered.push(`${name}.${numbered.length + 1}`);
  return numbered.length > 0 ? numbered : exists(name) ? [name] : [];
}
