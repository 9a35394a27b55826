/**
 * `npm run test:cluster`: starts a real Kafka and a real schema registry from `infra/local/` and runs `*.cluster.ts`, one
 * file after the other, ending with one plain line. Says what is missing, and skips, on a machine that cannot start them.
 * `--short` runs those of short.ts; other arguments filter paths.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { openLocalKafka } from '../../infra/local/kafka.ts';
import { whatIsMissing } from '../../infra/local/programs.ts';
import { openLocalRegistry } from '../../infra/local/registry.ts';
import { lastLine, noResults, plus, type Results, resultsOfFile } from '../results.ts';
import { shortFiles, shortLimitMs } from './short.ts';
import { makeCertificate, sharedOptions } from './support/broker.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileLimitMs = 300_000;

async function main(): Promise<Results> {
  const programs = localDirectory();
  const missing = await whatIsMissing(programs);
  if (missing !== null) {
    console.log(`skipped: the tests against a real Kafka and schema registry. ${missing}`);
    return noResults;
  }
  const short = process.argv.includes('--short');
  const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const files = (short ? shortFiles.map(fileOf) : allFiles()).filter(
    (file) => filters.length === 0 || filters.some((one) => file.includes(one)),
  );
  if (files.length === 0) {
    console.log('no test file matches');
    return { ...noResults, failed: 1 };
  }
  const directory = mkdtempSync(join(tmpdir(), 'attestry-cluster-'));
  const folder = join(directory, 'kafka');
  await makeCertificate(folder);
  const kafka = await openLocalKafka(sharedOptions(folder));
  const registry = await openLocalRegistry({ programs, folder: join(directory, 'registry') });
  const failed: string[] = [];
  const left: string[] = [];
  let results = noResults;
  try {
    const started = performance.now();
    await kafka.start();
    await registry.start();
    console.log(`Kafka and registry started in ${Math.round(performance.now() - started)} ms`);
    const env = { ATTESTRY_TEST_KAFKA: folder, ATTESTRY_TEST_REGISTRY: registry.url };
    const first = performance.now();
    for (const file of files) {
      if (short && performance.now() - first > shortLimitMs) {
        left.push(file);
        continue;
      }
      // A file that failed may have left it frozen or dead.
      await kafka.thaw();
      await kafka.start();
      const begun = performance.now();
      const result = await runFile(join('tests', 'cluster', file), env);
      results = plus(results, result);
      const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
      console.log(`${mark} ${file} (${result.passed} tests, ${Math.round(performance.now() - begun)} ms)`);
      if (result.failed > 0) failed.push(file);
    }
  } finally {
    await Promise.allSettled([kafka.kill(), registry.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
  for (const file of failed) console.log(`failed: ${file}`);
  for (const file of left) console.log(`skipped: ${file}, ${shortLimitMs / 60_000} minutes are over`);
  return plus(results, { ...noResults, skipped: left.length });
}

const fileOf = (name: string): string => `${name}.cluster.ts`;

const allFiles = (): readonly string[] =>
  readdirSync(join(root, 'tests', 'cluster'))
    .filter((file) => file.endsWith(fileOf('')))
    .sort();

/** What it prints is printed as it comes. */
function runFile(file: string, env: Readonly<Record<string, string>>): Promise<Results> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '16', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      process.stdout.write(chunk);
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), fileLimitMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(resultsOfFile(output, code));
    });
  });
}

const results = await main();
console.log(`\n${lastLine(results)}`);
process.exitCode = results.failed > 0 ? 1 : 0;
