/**
 * Compiles all TypeScript once, so that the processes of a run load plain JavaScript. With tsx, each process resolves some
 * 600 modules through a loader thread, which takes a second of CPU time.
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

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
  await build({
    entryPoints: folders.flatMap((folder) => sourcesIn(root, folder)),
    absWorkingDir: root,
    outbase: root,
    outdir: directory,
    // Imports must be seen to be renamed, but every module stays a file: state of a module is shared as in the sources.
    bundle: true,
    packages: 'external',
    plugins: [modulesStay(root)],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
  });
}

const sourcesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.split(/[/\\]/).includes('node_modules'))
    .map((file) => join(root, folder, file));

const modulesStay = (root: string): Plugin => ({
  name: 'modules-stay',
  setup: (builder) => {
    builder.onResolve({ filter: /^uvu$/ }, ({ importer }) => {
      const path = relative(dirname(importer), join(root, reportedTests)).replace(/\.ts$/, '.js');
      return usesUvu.includes(relative(root, importer)) ? null : { path: `./${path}`, external: true };
    });
    builder.onResolve({ filter: /^\./ }, ({ path }) => ({ path: path.replace(/\.tsx?$/, '.js'), external: true }));
    builder.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        contents: findModules.includes(relative(root, path)) ? text : withPlace(text, path),
      };
    });
  },
});

const withPlace = (text: string, path: string): string =>
  text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path));
