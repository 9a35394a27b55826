/** Every command that takes a file takes a file that has an end, and no more of it than its limit. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { largestOf } from '../../../../cli/program/input/given-files.ts';
import { feeds } from '../../../../pipeline/publishers/feeds.ts';
import { attestry } from '../../harness.ts';

let directory: string;
const at = (name: string): string => join(directory, name);

test.before(() => {
  directory = mkdtempSync(join(tmpdir(), 'attestry-files-'));
  process.env['ATTESTRY_DATA_DIR'] = at('data');
  execFileSync('mkfifo', [at('fifo')]);
  for (const [name, bytes] of [
    ['large', 64 * 1024 * 1024 + 1],
    ['larger', 200 * 1024 * 1024 + 1],
  ] as const) {
    writeFileSync(at(name), '');
    truncateSync(at(name), bytes);
  }
  symlinkSync(at('loop'), at('loop'));
  writeFileSync(at('plain.csv'), 'a');
});
test.after(() => rmSync(directory, { recursive: true, force: true }));

const asset = '5f0b1a4e-6f0d-4f0e-9c3b-0d9a2d1c7e11';
const commands: readonly (readonly [name: string, line: (path: string) => readonly string[]])[] = [
  ['observe', (path) => ['observe', path]],
  ['registry import', (path) => ['registry', 'import', path]],
  ['registry logo', (path) => ['registry', 'logo', path, '--asset', asset]],
  ['chains read', (path) => ['chains', 'read', '--file', path]],
  ['explain', (path) => ['explain', '--check', path]],
  ['feeds run', (path) => ['feeds', 'run', 'esma-emtwp', '--file', path, '--as-of', '2026-01-29']],
  ['feeds diff, the earlier file', (path) => ['feeds', 'diff', 'esma-emtwp', path, at('plain.csv')]],
  ['feeds diff, the later file', (path) => ['feeds', 'diff', 'esma-emtwp', at('plain.csv'), path]],
  ['feeds run of a chain', (path) => ['feeds', 'run', 'chain-ethereum', '--file', path]],
  ['match', (path) => ['match', '--pairs', path]],
  ['documents read', (path) => ['documents', 'read', path]],
  ['sources diff', (path) => ['sources', 'diff', path, path]],
];

const unfit: readonly (readonly [what: string, path: () => string, sentence: string])[] = [
  ['a FIFO', () => at('fifo'), 'it is no regular file; give a file that has an end'],
  ['a device', () => '/dev/zero', 'it is no regular file; give a file that has an end'],
  ['a directory', () => directory, 'it is a directory'],
  ['a file of more than 64 MiB', () => at('large'), 'it is larger than 64 MiB'],
  ['a link to itself', () => at('loop'), 'its links lead to themselves'],
  ['no file', () => at('none'), 'it does not exist'],
];

for (const [name, line] of commands) {
  test(`${name} refuses what is no file with an end`, async () => {
    for (const [what, path, sentence] of unfit) {
      const { code, stdout, stderr } = await attestry(...line(path()));
      assert.equal([code, stdout], [2, ''], what);
      assert.ok(stderr.includes(`${path()} cannot be read: ${sentence}`), `${what}: ${stderr}`);
    }
  });
}

test('documents run refuses them as well', async () => {
  process.env['ATTESTRY_DOCUMENTS_CONTACT'] = 'mailto:operator@example.com';
  try {
    const { code, stderr } = await attestry('documents', 'run', 'https://issuer.example/', '--file', at('fifo'));
    assert.is(code, 2);
    assert.match(stderr, 'it is no regular file');
  } finally {
    delete process.env['ATTESTRY_DOCUMENTS_CONTACT'];
  }
});

test('a feed has its own limit, for files as they come and unpacked', async () => {
  const limits = [...feeds.values()].map((feed) => [feed.manifest.id, largestOf(feed) / 1024 / 1024] as const);
  const own = limits.filter(([, mebibytes]) => mebibytes !== 64);
  assert.equal(
    own.map(([id]) => id),
    ['gleif-lei', 'gleif-rr', 'gleif-exceptions', 'firds', 'eu-fsf'],
  );
  const { code, stderr } = await attestry('feeds', 'diff', 'eu-fsf', at('larger'), at('plain.csv'));
  assert.is(code, 2);
  assert.match(stderr, 'larger cannot be read: it is larger than 200 MiB');
});

test('a secret is a small file', async () => {
  process.env['ATTESTRY_SIGNING_KEYS_FILE'] = at('fifo');
  try {
    const { code, stderr } = await attestry('status');
    assert.is(code, 78);
    assert.match(stderr, /ATTESTRY_SIGNING_KEYS_FILE names .*fifo, which cannot be read: it is no regular file/);
  } finally {
    delete process.env['ATTESTRY_SIGNING_KEYS_FILE'];
  }
});

test.run();
