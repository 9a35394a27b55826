/**
 * Second step of `npm run build`: bundles the program into `dist/program`. Finding, reading and linking some 900 modules,
 * many of them again in every worker thread, took more than a third of the CPU time of a start.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { copyNameTables, nameTables } from './name-tables-plugin.mjs';
import { copyPackageFiles, packageFiles } from './package-files.mjs';
import { copyProgramFile } from './program-file.mjs';
import { thirdPartyText } from './third-party.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}dist/program`;

/**
 * Packages that stay in `node_modules`: native, or loaded by path, or rarely used. A package whose code is in the bundle is a
 * development dependency, so an installation does not have it twice.
 */
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const external = Object.keys({ ...dependencies, ...optionalDependencies });

rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  // Worker threads, the threads of the evidence and of what is left out, the host of the tables, the check of the log and the reader of documents are started by URL, so they are entries of their own. All files are in one
  // folder, where the URL finds them.
  entryPoints: {
    main: 'cli/main.ts',
    // The executable imports them by the path that they have in the sources.
    'program/process/open-files': 'cli/program/process/open-files.ts',
    'program/process/compile-cache': 'cli/program/process/compile-cache.ts',
    worker: 'cli/service/workers/worker.ts',
    'evidence-worker': 'cli/service/evidence/evidence-worker.ts',
    'left-out-worker': 'cli/service/left-out/left-out-worker.ts',
    'tables-host': 'infra/clickhouse/host/tables-host.ts',
    'log-check': 'infra/log/lmdb/log-check.ts',
    'reader-process': 'infra/reading/reader-process.ts',
  },
  outdir: folder,
  bundle: true,
  // Code that a command or a thread does not import is not loaded.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external,
  plugins: [nameTables(root)],
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  // Bundled CommonJS packages require Node's modules.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
copyNameTables(root);
copyPackageFiles(root, folder);
const inputs = [...Object.keys(metafile.inputs), ...packageFiles.map((path) => `node_modules/${path}`)];
writeFileSync(`${folder}/third-party.txt`, thirdPartyText(root, inputs));
const given = process.env.BUILD_COMMIT ?? '';
const commit = given === '' ? commitOf(root) : given;
if (commit !== null) writeFileSync(`${folder}/commit`, `${commit}\n`);
// Last: tests compare its time with that of the compiled modules.
copyProgramFile(`${root}dist/cli/attestry.cjs`, `${folder}/attestry.cjs`);

/** Null outside of a repository, as in a tarball. */
function commitOf(directory) {
  try {
    const options = { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return null;
  }
}
