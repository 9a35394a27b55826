/**
 * Writes the tables of the name matcher as TypeScript: `npm run tables:names -- DIRECTORY`. The directory holds the
 * published TSV files. A published set of tables never changes; corrected tables are another set beside it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

type Row = readonly string[];

interface Table {
  readonly from: string;
  readonly constant: string;
  readonly about: string;
  /** What a row's text belongs to, and the text. */
  readonly read: (row: Row) => readonly [head: string, text: string];
}

const cell = (row: Row, index: number): string => row[index] ?? '';

/** Each file of tables, in its own TypeScript file. */
export const tables: Readonly<Record<string, readonly Table[]>> = {
  'legal-forms': [
    {
      from: 'legal-forms.tsv',
      constant: 'legalForms',
      about: 'Written legal forms by kind; `lead`: also taken off the start of a name.',
      read: (row) => [cell(row, 2) === 'yes' ? `${cell(row, 1)} lead` : cell(row, 1), cell(row, 0)],
    },
  ],
  words: [
    {
      from: 'words.tsv',
      constant: 'words',
      about:
        'Words of organisations by class and meaning. Phrases of one meaning are the same thing in several languages.',
      read: (row) => [`${cell(row, 2)} ${cell(row, 1)}`, cell(row, 0)],
    },
  ],
  places: [
    {
      from: 'places.tsv',
      constant: 'places',
      about: 'Names and adjectives of countries and territories by code.',
      read: (row) => [cell(row, 1), cell(row, 0)],
    },
  ],
  numbers: [
    {
      from: 'numbers.tsv',
      constant: 'numbers',
      about: 'Number words, ordinals and Roman numerals by number.',
      read: (row) => [cell(row, 1), cell(row, 0)],
    },
  ],
  'stop-words': [
    {
      from: 'stop-words.tsv',
      constant: 'stopWords',
      about: 'Articles, prepositions and conjunctions.',
      read: (row) => ['stop', cell(row, 0)],
    },
  ],
  persons: [
    {
      from: 'persons.tsv',
      constant: 'persons',
      about: 'Titles, suffixes, particles with their common form, and nicknames with their group.',
      read: (row) => [`${cell(row, 0)} ${cell(row, 2)}`.trim(), cell(row, 1)],
    },
  ],
};

const width = 112;

/** Lines of `head: text|text|…`, short enough for a source file. */
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
      lines.push(`${head}: ${line}`);
      line = '';
    }
    line = line === '' ? text : `${line}|${text}`;
  }
  return [...lines, `${head}: ${line}`];
}

const notice = [
  '/**',
  ' * Made by tools/name-tables.ts; never edited by hand. After https://github.com/opensanctions/rigour, Copyright (c)',
  ' * 2023-2025 OpenSanctions Datenbanken GmbH, MIT licence (NOTICE). Texts are ASCII, lower case, as names are read.',
  ' */',
];

/** The source of one file of tables. `read` returns the text of a published file. */
export function sourceOf(name: string, read: (file: string) => string): string {
  const parts = (tables[name] ?? []).flatMap((table) => {
    const [, ...rows] = read(table.from).trimEnd().split('\n');
    const lines = linesOf(
      rows.map((row) => row.split('\t')),
      table,
    );
    return [
      '',
      `/** ${table.about} */`,
      `export const ${table.constant}: readonly string[] = [`,
      ...lines.map((line) => `  '${line}',`),
      '];',
    ];
  });
  return `${[...notice, ...parts].join('\n')}\n`;
}

const target = fileURLToPath(new URL('../pipeline/screening/names/v1/tables/', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = process.argv[2];
  if (directory === undefined) throw new Error('usage: npm run tables:names -- DIRECTORY');
  const read = (file: string): string => readFileSync(join(resolve(directory), file), 'utf8');
  for (const name of Object.keys(tables)) writeFileSync(join(target, `${name}.ts`), sourceOf(name, read));
}
