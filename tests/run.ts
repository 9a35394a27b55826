/**
 * Runs every test file in a process of its own, several at a time, and ends with one plain line. A file that registers no
 * test, hangs or dies counts as a failure. `--long` adds the suites named `*.long.test.ts`; other arguments filter paths.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const fileLimitMs = 240_000;
const longFileLimitMs = 3_600_000;

/** Those that run the whole program go first: one of them at the end would keep a core waiting. */
const slowFolders = ['integration', 'reliability', 'docs', 'guide'].map((folder) => join('tests', folder));
const isSlow = (file: string): boolean => slowFolders.some((folder) => file.startsWith(folder));

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
const queue = [...files];
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
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const result = await runFile(file);
    results.push(result);
    const mark = result.failed > 0 ? 'FAIL' : 'ok  ';
    console.log(`${mark} ${relative('tests', file)} (${result.passed} tests, ${result.ms} ms)`);
    if (result.failed > 0) console.log(result.output);
  }
}

function runFile(file: string): Promise<FileResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
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
      file.endsWith('.long.test.ts') ? longFileLimitMs : fileLimitMs,
    );
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(
        summarise(file, code, timedOut ? `${output}\ntimed out` : output, Math.round(performance.now() - started)),
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
