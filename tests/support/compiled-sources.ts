/**
 * Compiles all TypeScript once, so that the processes of a run load plain JavaScript. With tsx, each process resolves some
 * 600 modules through a loader thread, which takes a second of CPU time.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folders = [
  'api',
  'bench',
  'cli',
  'demo',
  'examples',
  'explorer',
  'infra',
  'pipeline',
  'schemas',
  'tests',
  'tools',
];

/** Code that resolves compiled modules from the folder of the source. */
const findModules = [
  'tests/support/module-url.ts',
  'infra/clickhouse/host/child.ts',
  'infra/log/lmdb/read-in-process.ts',
  'infra/reading/start-reader.ts',
];

const reportedTests = 'tests/support/reported-tests.ts';

/** Import uvu itself. */
const usesUvu = [reportedTests, 'tests/runner/worker.ts'];

/**
 * Writes the modules of `root` to `directory`, with the same paths and the ending `.js`. In a module,
 * `import.meta.url` is the URL of the source, next to which fixtures and packages are.
 */
export async function compileSources(root: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'), 'junction');
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }\n');
  const sources = folders.flatMap((folder) => sourcesIn(root, folder));
  const { outputFiles } = await build({
    entryPoints: [...sources],
    absWorkingDir: root,
    outbase: root,
    outdir: directory,
    // Every module stays a file: state of a module is shared as in the sources.
    bundle: false,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
  });
  const sourceOf = new Map(sources.map((source) => [join(directory, moduleOf(relative(root, source))), source]));
  const made = new Set<string>();
  for (const file of outputFiles) {
    const { path } = file;
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    const source = sourceOf.get(path);
    writeFileSync(path, source === undefined ? file.contents : asModule(file.text, source, root));
  }
}

const moduleOf = (source: string): string => source.replace(/\.tsx?$/, '.js');

/** Imports as esbuild prints them, with double quotes; texts of tests that look like a statement have other quotes. */
const importOfModule = /^((?:import|export|\}).*)"(\.[^"\n]+)\.tsx?";$/gm;
const importWhileRunning = /\bimport\(([^"()]*)"(\.[^"\n]+)\.tsx?"/g;

/** What esbuild printed of a source, as a module beside the others; `source` is its path. */
export function asModule(text: string, source: string, root: string): string {
  const path = relative(root, source);
  const renamed = text
    .replaceAll(importOfModule, '$1"$2.js";')
    .replaceAll(importWhileRunning, 'import($1"$2.js"')
    .replaceAll(/ from "uvu";$/gm, usesUvu.includes(path) ? '$&' : ` from "${reportedFrom(path)}";`);
  return findModules.includes(path) ? renamed : withPlace(renamed, source);
}

const reportedFrom = (path: string): string => `./${relative(dirname(path), moduleOf(reportedTests))}`;

const sourcesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.split(/[/\\]/).includes('node_modules'))
    .map((file) => join(root, folder, file));

/** Not text that only names it. */
const placeOfModule = /(?<!["'`])\bimport\.meta\.(url|dirname|filename)\b/g;

const withPlace = (text: string, source: string): string => {
  const places = { url: pathToFileURL(source).href, dirname: dirname(source), filename: source };
  return text.replaceAll(placeOfModule, (_, name: keyof typeof places) => JSON.stringify(places[name]));
};
