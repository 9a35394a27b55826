/**
 * Runs every test file, several at a time, and ends with one plain line. Each has a process of its own, but for the pure
 * folders, whose files need none and share one a folder. A file that registers no
 * test, hangs or dies counts as a failure. `--long` adds the suites named `*.long.test.ts`; other arguments filter paths.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const fileLimitMs = 240_000;
const longFileLimitMs = 3_600_000;

/** Those that run the whole program go first: one of them at the end would keep a core waiting. */
const slowFolders = ['integration', 'reliability', 'docs', 'guide'].map((folder) => join('tests', folder));
const isSlow = (file: string): boolean => slowFolders.some((folder) => file.startsWith(folder));

/** Their tests touch nothing but their arguments. */
const pureFolders = ['changes', 'impact', 'ingest', 'screening', 'accounts', 'registry']
  .map((folder) => join('tests', 'pipeline', folder))
  .concat(join('tests', 'schemas'), join('tests', 'guide'));

/** Test files that share a process. */
interface Batch {
  /** The file, or the folder of all of them. */
  readonly name: string;
  readonly files: readonly string[];
}

interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly output: string;
  readonly ms: number;
}

const long = process.argv.includes('--long');
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && (long || !file.endsWith('.long.test.ts')))
  .map((file) => join('tests', file))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)) || (a < b ? -1 : 1));

const results: FileResult[] = [];
const queue = batchesOf(files);
await Promise.all(Array.from({ length: Math.min(6, availableParallelism() + 1) }, worker));

const sum = (pick: (result: FileResult) => number): number =>
  results.reduce((total, result) => total + pick(result), 0);
const slowest = [...results].sort((a, b) => b.ms - a.ms).slice(0, 5);
console.log(`\nslowest: ${slowest.map((result) => `${result.file} ${(result.ms / 1000).toFixed(1)} s`).join(', ')}`);
for (const result of results.filter((one) => one.failed > 0)) console.log(`failed: ${result.file}`);
if (files.length === 0) console.log('no test file matches');
const skipped = sum((result) => result.skipped);
console.log(
  `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = files.length === 0 || sum((result) => result.failed) > 0 ? 1 : 0;

async function worker(): Promise<void> {
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    const result = await runBatch(batch);
    results.push(result);
    const mark = result.failed > 0 ? 'FAIL' : 'ok  ';
    console.log(`${mark} ${relative('tests', batch.name)} (${result.passed} tests, ${result.ms} ms)`);
    if (result.failed > 0) console.log(result.output);
  }
}

function batchesOf(all: readonly string[]): Batch[] {
  const byName = new Map<string, string[]>();
  for (const file of all) {
    const name = pureFolders.find((folder) => file.startsWith(folder + sep)) ?? file;
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  return [...byName].map(([name, inIt]) => ({ name, files: inIt }));
}

function runBatch({ name, files: batch }: Batch): Promise<FileResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/several.ts', ...batch], {
      cwd: root,
      env: { ...process.env, UV_THREADPOOL_SIZE: '16', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        child.kill('SIGKILL');
      },
      name.endsWith('.long.test.ts') ? longFileLimitMs : fileLimitMs,
    );
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(
        summarise(name, code, timedOut ? `${output}\ntimed out` : output, Math.round(performance.now() - started)),
      );
    });
  });
}

/** Reads uvu's closing lines, summed over the suites of the file. */
function summarise(file: string, code: number | null, output: string, ms: number): FileResult {
  const count = (label: string): number =>
    [...output.matchAll(new RegExp(`^\\s*${label}:\\s+(\\d+)`, 'gm'))].reduce(
      (total, match) => total + Number(match[1]),
      0,
    );
  const total = count('Total');
  const passed = count('Passed');
  const skipped = count('Skipped');
  const failed = total - passed;
  const broken = total + skipped === 0 || (code !== 0 && failed === 0) ? 1 : 0;
  const note = total + skipped === 0 ? '\nthe file registered no test (is test.run() missing?)' : '';
  return { file, passed, failed: failed + broken, skipped, output: output + note, ms };
}
