/** The text files of the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders that are not in the repository, or whose texts others wrote. */
const skipped: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'data',
  'files',
  'fixtures',
  'generated',
]);
const textEndings = /\.(md|ts|cts|mjs|json|sql|avsc)$|^(LICENSE|NOTICE)$/;

/** Paths of all text files that people wrote, relative to the root. */
export function textFiles(folder = root): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name) && name !== 'package-lock.json')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return textFiles(path);
      return textEndings.test(entry.name) ? [relative(root, path)] : [];
    });
}

/** All pages, including the READMEs of fixtures. */
export const markdownFiles = (): readonly string[] => [
  ...textFiles().filter((file) => file.endsWith('.md')),
  ...readdirSync(join(root, 'tests/fixtures')).map((folder) => `tests/fixtures/${folder}/README.md`),
];

export const pathOf = (file: string): string => join(root, file);
export const textOf = (file: string): string => readFileSync(pathOf(file), 'utf8');

/** Markdown without its fenced blocks. */
export const proseOf = (markdown: string): string => markdown.replaceAll(/^```.*?^```$/gms, '');

/** Rows of all tables of a page, as cells. */
export const tableRows = (markdown: string): readonly (readonly string[])[] =>
  proseOf(markdown)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );

/** The anchor of a heading, as code hosting sites generate it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
