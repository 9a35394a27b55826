/**
 * A copy of the tree in memory, to which a guide is followed: nothing is installed or written. The page has the edits as
 * blocks `diff` below a comment `<!-- edit: path -->`, and new files as blocks below `<!-- new: path -->`.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { API } from 'typescript/unstable/sync';
import { pathOf, textOf } from './tree.ts';

/** Texts of changed and new files, by path. */
export type Edits = ReadonlyMap<string, string>;

/** The edits of a page, in its order. Throws when a block does not fit the file. */
export function editsOf(page: string): Edits {
  const edits = new Map<string, string>();
  for (const [, kind, path = '', body = ''] of page.matchAll(/<!-- (edit|new): (\S+) -->\n```\w+\n([\s\S]*?)```/g)) {
    edits.set(path, kind === 'new' ? body : patched(path, edits.get(path) ?? textOf(path), body));
  }
  return edits;
}

function patched(path: string, text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const without = (mark: string): string =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [without('+'), without('-')];
  if (text.split(before).length !== 2) throw new Error(`the lines of the page are not once in ${path}:\n${before}`);
  return text.replace(before, () => after);
}

/** What the compiler finds in the copy, starting from these files, as `path: message`. */
export function problemsOf(edits: Edits, files: readonly string[]): readonly string[] {
  const config = pathOf('tsconfig.copy.json');
  const text = JSON.stringify({ extends: './tsconfig.json', include: [], files });
  const texts = new Map([[config, text], ...[...edits].map(([path, edited]) => [pathOf(path), edited] as const)]);
  const folders = new Set([...edits.keys()].map((path) => join(pathOf(path), '..')));
  copy = { texts, folders };
  const api = compiler();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [config], fileChanges: { invalidateAll: true } });
    const program = snapshot.getProject(config)?.program;
    if (program === undefined) throw new Error('no program');
    return [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(
      ({ fileName, text: message }) => `${fileName?.replace(pathOf(''), '') ?? ''}: ${message}`,
    );
  } finally {
    api.updateSnapshot({ closeProjects: [config] });
  }
}

/** The files that the compiler has beside those of the tree. */
let copy: { readonly texts: ReadonlyMap<string, string>; readonly folders: ReadonlySet<string> } = {
  texts: new Map(),
  folders: new Set(),
};
let started: API | undefined;

/** One for all guides. It ends when this process does. */
function compiler(): API {
  if (started !== undefined) return started;
  started = new API({
    cwd: pathOf(''),
    fs: {
      readFile: (path) => copy.texts.get(path),
      fileExists: (path) => (copy.texts.has(path) ? true : undefined),
      directoryExists: (path) => (copy.folders.has(path) ? true : undefined),
    },
  });
  return started;
}

/** Runs a module, given as text, in the copy, and returns what it exports. Its imports are relative to the root. */
export async function runIn(edits: Edits, module: string): Promise<Readonly<Record<string, unknown>>> {
  const { nameTables } = (await import(pathToFileURL(pathOf('tools/name-tables-plugin.mjs')).href)) as {
    readonly nameTables: (root: string) => Plugin;
  };
  const { outputFiles } = await build({
    stdin: { contents: module, resolveDir: pathOf(''), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    plugins: [overlay(edits), nameTables(pathOf('/'))],
  });
  const exported = { exports: {} as Record<string, unknown> };
  // The bundle is the tree with the edits; its packages are those of the tree.
  const run = compileFunction(outputFiles[0]?.text ?? '', ['module', 'require']) as (
    module: typeof exported,
    require: NodeJS.Require,
  ) => void;
  run(exported, createRequire(pathOf('package.json')));
  return exported.exports;
}

const overlay = (edits: Edits): Plugin => ({
  name: 'edits',
  setup: (copy) => {
    const texts = new Map([...edits].map(([path, text]) => [pathOf(path), text]));
    copy.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      // A new file stands in a folder that the bundler does not find.
      const target = join(resolveDir, path);
      return path.endsWith('.ts') ? { path: target } : null;
    });
    copy.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = texts.get(path);
      return contents === undefined ? null : { contents, loader: 'ts' };
    });
  },
});
