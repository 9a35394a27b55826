/**
 * Checks the tables of the name matcher: `npm run tables:check`. Refuses a file that is not sorted, a row without its
 * origin, a row twice, a phrase in two meanings of words, and a given name that is a word of organisations.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../pipeline/screening/names/tables/', import.meta.url));

const origins: ReadonlySet<string> = new Set(['own', 'pairs', 'rigour', 'opencc', 'elf']);

/** Columns that together name a row; the other columns state what it is. */
const keys: Readonly<Record<string, readonly string[]>> = {
  endings: ['ending', 'kind'],
  'given-names': ['form', 'group'],
  'person-words': ['phrase', 'kind'],
};

/** What is wrong with the tables, one text for each fault; `read` returns the text of a table's file. */
export function faultsOf(files: readonly string[], read: (file: string) => string): readonly string[] {
  const faults = files.flatMap((file) => faultsOfFile(file, read(file)));
  const words = new Set(firstCells(read('words.tsv')));
  const names = firstCells(read('given-names.tsv')).filter((form) => words.has(form));
  return [...faults, ...[...new Set(names)].map((form) => `given-names.tsv: "${form}" is in words.tsv, too`)];
}

const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');
const firstCells = (text: string): readonly string[] =>
  linesOf(text)
    .slice(1)
    .map((line) => line.split('\t')[0] ?? '');

function faultsOfFile(file: string, text: string): readonly string[] {
  const [head = '', ...lines] = linesOf(text);
  const columns = head.split('\t');
  const faults: string[] = [];
  if (columns.at(-1) !== 'origin') faults.push(`${file}: its last column is not origin`);
  const key = keys[file.replace('.tsv', '')] ?? columns.slice(0, 1);
  const seen = new Set<string>();
  let before = '';
  for (const [index, line] of lines.entries()) {
    const cells = line.split('\t');
    const at = `${file}, line ${index + 2}`;
    if (cells.length !== columns.length || cells.some((cell) => cell === '' || cell !== cell.trim())) {
      faults.push(`${at}: ${columns.length} cells without spaces around them are needed`);
    }
    if (!origins.has(cells.at(-1) ?? '')) faults.push(`${at}: "${cells.at(-1) ?? ''}" is no known origin`);
    if (line <= before) faults.push(`${at}: the rows are not sorted`);
    before = line;
    const name = key.map((column) => cells[columns.indexOf(column)]).join(', ');
    if (seen.has(name)) faults.push(`${at}: "${name}" stands twice`);
    seen.add(name);
  }
  return faults;
}

export const tableFiles = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .sort();

export const readTableFile = (file: string): string => readFileSync(`${folder}${file}`, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = faultsOf(tableFiles(), readTableFile);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
