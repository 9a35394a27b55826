/**
 * `npm run test:cluster`: starts a real Kafka and a real schema registry from `infra/local/` and runs `*.cluster.ts`, one
 * file after the other. Says what is missing, and skips, on a machine that cannot start them. Arguments filter paths.
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
import { makeCertificate, sharedOptions } from './support/broker.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileLimitMs = 150_000;

async function main(): Promise<number> {
  const programs = localDirectory();
  const missing = await whatIsMissing(programs);
  if (missing !== null) {
    console.log(`skipped: the tests against a real Kafka and schema registry. ${missing}`);
    return 0;
  }
  const filters = process.argv.slice(2);
  const files = readdirSync(join(root, 'tests', 'cluster'))
    .filter(
      (file) => file.endsWith('.cluster.ts') && (filters.length === 0 || filters.some((one) => file.includes(one))),
    )
    .sort();
  if (files.length === 0) {
    console.log('no test file matches');
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), 'attestry-cluster-'));
  const folder = join(directory, 'kafka');
  await makeCertificate(folder);
  const kafka = await openLocalKafka(sharedOptions(folder));
  const registry = await openLocalRegistry({ programs, folder: join(directory, 'registry') });
  const failed: string[] = [];
  try {
    const started = performance.now();
    await kafka.start();
    await registry.start();
    console.log(`Kafka and registry started in ${Math.round(performance.now() - started)} ms`);
    const env = { ATTESTRY_TEST_KAFKA: folder, ATTESTRY_TEST_REGISTRY: registry.url };
    for (const file of files) {
      // A file that failed may have left it frozen or dead.
      await kafka.thaw();
      await kafka.start();
      const begun = performance.now();
      const code = await runFile(join('tests', 'cluster', file), env);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${file} (${Math.round(performance.now() - begun)} ms)`);
      if (code !== 0) failed.push(file);
    }
  } finally {
    await Promise.allSettled([kafka.kill(), registry.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
  console.log(failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

function runFile(file: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '16', FORCE_COLOR: '0' },
      stdio: 'inherit',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), fileLimitMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

process.exitCode = await main();
