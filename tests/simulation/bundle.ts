import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { forgetInputs, isFresh, keepInputs } from './bundle-cache.ts';
import type { PlantedFault } from './planted/planted-fault.ts';

const thisFile = fileURLToPath(import.meta.url);
const here = dirname(thisFile);
const root = resolve(here, '../..');

/** Below the root, because packages are not bundled. */
const folder = join(root, 'dist/simulation');

/** Built-in modules whose place a port takes. */
const portOfModule: Readonly<Record<string, string>> = {
  'node:timers/promises': 'ports/timers-promises.ts',
  'node:timers': 'ports/timers.ts',
  'node:crypto': 'ports/crypto.ts',
  'node:dns': 'ports/network/dns.ts',
  'node:http': 'ports/network/http.ts',
  'node:https': 'ports/network/https.ts',
  'node:zlib': 'ports/zlib.ts',
};

/** Source files whose place a port takes: LMDB, waiting for callbacks of the process, and what is computed once for all seeds, or known to one process. */
const portOfSource: Readonly<Record<string, string>> = {
  'infra/log/lmdb/environment.ts': 'ports/environment.ts',
  'tests/support/reached.ts': 'ports/reached.ts',
  'pipeline/chain/cassette.ts': 'ports/pure/cassette.ts',
  'pipeline/chain/evm/code/walk-code.ts': 'ports/walk-code.ts',
  'pipeline/chain/decode-cassette.ts': 'ports/pure/decode-cassette.ts',
  'pipeline/documents/reading/document-view.ts': 'ports/pure/document-view.ts',
  'pipeline/documents/reading/engine.ts': 'ports/pure/engine.ts',
  'pipeline/ingest/rows/row-facts.ts': 'ports/pure/row-facts.ts',
  'schemas/framed-value.ts': 'ports/pure/framed-value.ts',
};

/** Packages that are bundled, because they connect or wait by the modules above. */
const bundledPackages = /^(?:better-sse|request-filtering-agent)$/;

/** Modules of the program whose files and threads are simulated; all others have the real ones. */
const portsOfFile: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'infra/log/wake.ts': { 'node:worker_threads': 'ports/worker-threads.ts', 'node:fs': 'ports/file-system.ts' },
  'infra/log/bell.ts': { 'node:fs': 'ports/bell-file.ts' },
  'infra/embedded-engine.ts': { 'node:fs': 'ports/file-system.ts' },
  'tests/pipeline/runtime/harness.ts': { 'node:fs': 'ports/file-system.ts' },
};

/** Imports that may be of those sources: only they are resolved here, because each import that is costs time. */
const namesOfSources = new RegExp(
  `/(?:${Object.keys(portOfSource)
    .map((file) => basename(file).replaceAll('.', String.raw`\.`))
    .join('|')})$`,
);

const packages = createRequire(join(root, 'package.json'));

const isPort = (file: string): boolean => /^tests\/simulation\/(?:ports|kernel)\//.test(file);

const ports: Plugin = {
  name: 'ports',
  setup: (builder) => {
    builder.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
      const file = relative(root, importer);
      const port = isPort(file) ? undefined : (portsOfFile[file]?.[path] ?? portOfModule[path]);
      return port === undefined ? null : { path: join(here, port) };
    });
    // Where a package has both forms, the bundle needs that of its own modules.
    builder.onResolve({ filter: bundledPackages }, ({ path }) => ({
      path: packages.resolve(path).replace(/\.cjs$/, '.mjs'),
    }));
    builder.onResolve({ filter: namesOfSources }, ({ path, resolveDir, importer }) => {
      const port = portOfSource[relative(root, resolve(resolveDir, path))];
      return port === undefined || isPort(relative(root, importer)) ? null : { path: join(here, port) };
    });
  },
};

/** In two pieces, because the runner of the tests replaces it in this file, too. */
const meta = ['import', 'meta'].join('.');

/** Replaces texts of the planted fault while modules are read; no source file changes. */
const sources = (planted: PlantedFault | null): Plugin => ({
  name: 'sources',
  setup: (builder) => {
    builder.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const file = relative(root, path);
      let contents = await readFile(path, 'utf8');
      for (const edit of planted?.edits.filter((one) => one.file === file) ?? []) {
        if (contents.split(edit.find).length !== 2) {
          throw new Error(`planted fault ${planted?.name}: ${file} must contain this text once: ${edit.find}`);
        }
        contents = contents.replace(edit.find, () => edit.replace);
      }
      contents = contents
        .replaceAll(`${meta}.url`, JSON.stringify(pathToFileURL(path).href))
        .replaceAll(`${meta}.dirname`, JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

export interface BundleOptions {
  readonly planted?: PlantedFault | null;
  /** Makes stack traces name source files. To read the map takes as long as ten seeds, and every error takes longer. */
  readonly sourceMap?: boolean;
}

/**
 * Bundles the program with the simulator; returns the path of the bundle, a module with the exports of `seeds-process.ts`. One
 * without a planted fault is kept until a file of it changes.
 */
export async function bundleSimulation({ planted = null, sourceMap = false }: BundleOptions = {}): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = planted?.name ?? 'simulation';
  const outfile = join(folder, `${name}${sourceMap ? '-mapped' : ''}.mjs`);
  if (planted === null && isFresh(root, outfile)) return outfile;
  const begunMs = forgetInputs(outfile);
  const { metafile, outputFiles } = await build({
    entryPoints: [join(here, 'seeds-process.ts')],
    bundle: true,
    outfile,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: sourceMap ? 'linked' : false,
    sourcesContent: false,
    absWorkingDir: root,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    inject: [join(here, 'kernel/globals.ts')],
    define: { 'Math.random': 'virtualRandom' },
    plugins: [ports, sources(planted)],
    logLevel: 'error',
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  if (planted === null) keepInputs(root, outfile, [...Object.keys(metafile.inputs), relative(root, thisFile)], begunMs);
  return outfile;
}
