/** A volume without room: nothing of what was accepted is missing in the tables once there is room again. */
// rule: nothing accepted is missing once there is room, also tests/cli/engine/refuse-when-full.test.ts, sim accounts/acknowledged-commands
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { volumeOf } from '../../infra/disk/free-space.ts';
import { authorityLine, registryLines, writeLines } from '../support/demo-world.ts';
import { createSandbox, type RunningService, type Sandbox } from '../support/service.ts';
import { ownerOf } from '../support/tables-owner.ts';
import { pause, until } from '../support/real-time.ts';

const assets = 20;
const mebibyte = 1024 ** 2;

interface Report {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
  readonly problems: readonly unknown[];
}

/** A torn part is filled again once a read has met it, and `verify` reads all of them. */
async function assertWhole(sandbox: Sandbox, service: RunningService): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sandbox.json('wait', '--idle', '--timeout', '120');
    await until('readiness', async () => (await readyzOf(service)) === '{"status":"ok","failing":[]}');
    const { stdout, stderr } = await sandbox.spawned({}, 'verify', '--json');
    if (stdout === '' && attempt < 4) {
      await pause(3_000);
      continue;
    }
    assert.is.not(stdout, '', stderr);
    const { lost, duplicate, differing, problems } = JSON.parse(stdout) as Report;
    assert.equal([lost, duplicate, differing], [0, 0, 0], JSON.stringify(problems));
    return;
  }
}

async function declare(sandbox: Sandbox): Promise<void> {
  const registry = writeLines(sandbox.directory, 'registry.ndjson', registryLines({ assets }));
  await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-01');
}

/** A file of observations, other ones each round. */
function observations(sandbox: Sandbox, round: number, count: number): string {
  const start = Date.parse('2026-03-01T00:00:00Z') + round * 86_400_000;
  const lines = Array.from({ length: count }, (_, index) =>
    authorityLine(index % assets, Math.floor(index / assets / 3) + round, start + index * 1000),
  );
  return writeLines(sandbox.directory, `observations-${round}.ndjson`, lines);
}

const readyzOf = async ({ httpUrl }: RunningService): Promise<string> => (await fetch(`${httpUrl}/readyz`)).text();

test('with a floor above the free space nothing is inserted, readiness names the disk, and nothing is missing after', async () => {
  const sandbox = createSandbox();
  try {
    const first = await sandbox.up();
    await declare(sandbox);
    await first.end('SIGTERM');
    const floor = Math.floor(volumeOf(sandbox.directory).freeBytes / mebibyte) + 10_000;
    const full = await sandbox.up({ env: { ATTESTRY_FREE_SPACE_MB: String(floor) } });
    const small = { ATTESTRY_FREE_SPACE_MB: '1' };
    assert.is((await sandbox.spawned(small, 'observe', observations(sandbox, 0, 500))).code, 0);
    await until('the finding', async () => (await readyzOf(full)).includes('disk has'));
    await until('a refused insert', async () => (await readyzOf(full)).includes('sink retrying'));
    await full.end('SIGKILL');
    const after = await sandbox.up();
    await assertWhole(sandbox, after);
    await after.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

const hasPrlimit = ((): boolean => {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test('files that the process of the tables can write in part only, again and again: nothing is missing', async () => {
  if (!hasPrlimit) {
    process.stderr.write('skipped: this system has no prlimit\n');
    return;
  }
  const sandbox = createSandbox();
  try {
    const service = await sandbox.up();
    await declare(sandbox);
    for (let round = 0; round < 2; round += 1) {
      const observing = sandbox.cli('observe', observations(sandbox, round, 1_500));
      const { pid } = ownerOf(join(sandbox.directory, 'tables'));
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${8_000 * (round + 1)}:`]);
      assert.is((await observing).code, 0);
      // A limit that it meets ends it, or fails its inserts until it is gone.
      await pause(2_000);
      try {
        execFileSync('prlimit', ['--pid', String(pid), '--fsize=unlimited:'], { stdio: 'ignore' });
      } catch {
        // It has ended.
      }
    }
    await assertWhole(sandbox, service);
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

/** Mounts a volume of this size; false where that is not allowed. */
function mount(directory: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a volume of 90 MB that fills up, and a kill on it: nothing is missing once there is room', async () => {
  const volume = mkdtempSync(join(tmpdir(), 'attestry-volume-'));
  if (!mount(volume, 'size=90m')) {
    process.stderr.write('skipped: this process may not mount a volume\n');
    rmSync(volume, { recursive: true });
    return;
  }
  const dataDir = join(volume, 'data');
  mkdirSync(dataDir);
  // With hardly a floor, so that the volume is full in the middle of inserts and merges.
  const sandbox = createSandbox({ ATTESTRY_DATA_DIR: dataDir, ATTESTRY_FREE_SPACE_MB: '1' });
  try {
    const service = await sandbox.up();
    await declare(sandbox);
    const { freeBytes } = volumeOf(volume);
    writeFileSync(join(volume, 'ballast'), Buffer.alloc(Math.max(0, freeBytes - 12 * mebibyte)));
    let refused = false;
    for (let round = 0; round < 30 && !refused; round += 1) {
      refused = (await sandbox.cli('observe', observations(sandbox, round, 2_000))).code !== 0;
    }
    assert.ok(refused, 'the volume is full');
    await pause(3_000);
    await service.end('SIGKILL');
    execFileSync('mount', ['-o', 'remount,size=600m', volume]);
    const after = await sandbox.up();
    await assertWhole(sandbox, after);
    await after.end('SIGTERM');
  } finally {
    await sandbox.destroy();
    execFileSync('umount', ['-l', volume]);
    rmSync(volume, { recursive: true, force: true });
  }
});

test.run();
