/** The blocks of the pages that are marked `cluster`, typed one after the other in a clean clone. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { type CleanClone, cleanClone } from '../docs/clean-clone.ts';
import { commandBlocks } from '../docs/marked-commands.ts';

const test = suite('pages marked cluster');
const local = mkdtempSync(join(tmpdir(), 'attestry-local-'));
let clone: CleanClone;
let shell: ChildProcess | null = null;

test.before(async () => {
  clone = await cleanClone();
  // The programs of this machine, and data of its own.
  for (const name of readdirSync(localDirectory()).filter((one) => one !== 'data')) {
    symlinkSync(join(localDirectory(), name), join(local, name));
  }
});
test.after(() => {
  endGroup();
  // Engines run in the background of no shell. Without effect where the page has stopped them.
  const stop = ['run', '--silent', 'local', '--', 'stop'];
  spawnSync('npm', stop, { cwd: clone.directory, env: environmentOf(clone), stdio: 'ignore' });
  clone.remove();
  rmSync(local, { recursive: true, force: true });
});

const environmentOf = ({ environment }: CleanClone): CleanClone['environment'] => ({
  ...environment,
  ATTESTRY_LOCAL_DIR: local,
});

/** The roles run in the background of the shell, and outlive it where the script fails. */
function endGroup(): void {
  if (shell?.pid === undefined) return;
  try {
    process.kill(-shell.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const marked = (page: string): string =>
  commandBlocks(page)
    .filter(({ mark }) => mark === 'cluster')
    .map(({ body }) => body)
    .join('\n');

test('engines, roles, demo and doctor start as printed, a consumer reads, and all ends', async () => {
  const ports = await freePorts(5);
  const roles = ports.reduce(
    (text, port, at) => text.replaceAll(`947${at + 1}`, String(port)),
    marked('docs/operations.md'),
  );
  const [start = '', end = ''] = roles.split(/(?=^kill )/m);
  const consumer = marked('docs/for-data-teams.md')
    .replace('127.0.0.1:9092', '"$ATTESTRY_KAFKA_BROKERS"')
    .replace('http://127.0.0.1:8081', '"$ATTESTRY_SCHEMA_REGISTRY_URL"');
  const script = ['set -eu', marked('README.md'), start, `${consumer} --until-end`, end, 'echo all ended'];
  const { code, stdout, stderr } = await typed(script.join('\n'));
  assert.is(code, 0, `${stdout.slice(-4_000)}${stderr.slice(-4_000)}`);
  assert.match(stdout, /^Demo key attestry_/m);
  assert.match(stdout, /^ok {3}port \d+: Attestry [\d.]+ listens there$/m, 'doctor knows the ports of the roles');
  assert.not.match(stdout, /^FAIL /m);
  assert.match(stdout, /all ended\n$/);
});

function typed(
  script: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that nothing outlives a failure.
    const child = spawn('bash', ['-c', script], { cwd: clone.directory, env: environmentOf(clone), detached: true });
    shell = child;
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, stdout, stderr }));
  });
}

test.run();
