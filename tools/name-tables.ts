/**
 * Writes the tables of the name matcher: `npm run tables:names -- DIRECTORY`. The directory holds the published TSV files.
 * A published set of tables is frozen from 0.1.0 on; corrected tables are then another set beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Row = readonly string[];

interface Table {
  readonly from: string;
  /** What a row's text belongs to, and the text. */
  readonly read: (row: Row) => readonly [head: string, text: string];
}

const cell = (row: Row, index: number): string => row[index] ?? '';

/** Tables by the name of their file. */
export const tables: Readonly<Record<string, readonly Table[]>> = {
  'legal-forms': [
    {
      from: 'legal-forms.tsv',
      read: (row) => [cell(row, 2) === 'yes' ? `${cell(row, 1)} lead` : cell(row, 1), cell(row, 0)],
    },
  ],
  words: [
    {
      from: 'words.tsv',
      read: (row) => [`${cell(row, 2)} ${cell(row, 1)}`, cell(row, 0)],
    },
  ],
  places: [
    {
      from: 'places.tsv',
      read: (row) => [cell(row, 1), cell(row, 0)],
    },
  ],
  numbers: [
    {
      from: 'numbers.tsv',
      read: (row) => [cell(row, 1), cell(row, 0)],
    },
  ],
  'stop-words': [
    {
      from: 'stop-words.tsv',
      read: (row) => ['stop', cell(row, 0)],
    },
  ],
  persons: [
    {
      from: 'persons.tsv',
      read: (row) => [`${cell(row, 0)} ${cell(row, 2)}`.trim(), cell(row, 1)],
    },
  ],
};

const width = 112;

/** Lines of head, tab and `text|text|…`, short enough to be compared. */
function linesOf(rows: readonly Row[], { read }: Table): readonly string[] {
  const texts = new Map<string, string[]>();
  for (const row of rows) {
    const [head, text] = read(row);
    texts.set(head, [...(texts.get(head) ?? []), text]);
  }
  return [...texts].flatMap(([head, all]) => wrapped(head, all));
}

function wrapped(head: string, texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const text of texts) {
    if (line !== '' && head.length + line.length + text.length + 3 > width) {
      lines.push(`${head}\t${line}`);
      line = '';
    }
    line = line === '' ? text : `${line}|${text}`;
  }
  return [...lines, `${head}\t${line}`];
}

/** The text of one table. `read` returns the text of a published file. */
export function textOf(name: string, read: (file: string) => string): string {
  const lines = (tables[name] ?? []).flatMap((table) => {
    const [, ...rows] = read(table.from).trimEnd().split('\n');
    return linesOf(
      rows.map((row) => row.split('\t')),
      table,
    );
  });
  return `${lines.join('\n')}\n`;
}

const target = fileURLToPath(new URL('../pipeline/screening/names/tables/', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('usage: npm run tables:names -- DIRECTORY');
  const read = (file: string): string => readFileSync(join(resolve(directory), file), 'utf8');
  for (const name of Object.keys(tables)) writeFileSync(join(target, `${name}.tsv`), textOf(name, read));
}
