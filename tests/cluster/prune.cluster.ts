/** `attestry artifacts prune` on Kafka, while a processor reads these files. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ArtifactStore, openArtifactStore } from '../../infra/artifacts/store.ts';
import { sha256Hex } from '../../schemas/values/hash.ts';
import type { SpawnedResult as CliResult } from '../support/service.ts';
import { registryLines, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { newCluster, type TestCluster } from './support/cluster.ts';
import { printingErrors } from '../support/printing-errors.ts';

const test = suite('pruning artifacts on a cluster');
const feed = 'esma-emtwp';
const old = new Date('2020-01-01');
/** Moves the command's clock 100 days ahead, because the brokers set the timestamps of captures and runs. */
const later = {
  NODE_OPTIONS: `--import "data:text/javascript,const now=Date.now;Date.now=()=>now()+${100 * 24 * 60 * 60 * 1000}"`,
};

let cluster: TestCluster;
let artifacts: ArtifactStore;
let folder = '';
let destroy = async (): Promise<void> => undefined;
/** Hashes of the files, by their purpose. */
const stored = new Map<string, string>();

test.before(() => printingErrors(prepare));
test.after(() => destroy());

async function prepare(): Promise<void> {
  cluster = await newCluster();
  destroy = cluster.destroy;
  folder = fileURLToPath(cluster.env['ATTESTRY_ARTIFACTS_URL'] ?? '');
  artifacts = await openArtifactStore(folder);
  await cluster.start('processors', 'run', 'processors');
  const world = writeLines(cluster.directory, 'world.ndjson', registryLines({ assets: 1 }));
  await cluster.json('registry', 'import', world);

  const [january29, january30] = ['EMTWP-20260129.csv', 'EMTWP-20260130.csv'].map((name) =>
    readFileSync(fixturePath(feed, name)),
  );
  assert.ok(january29 && january30);
  const lines = january30.toString('utf8').split('\n');
  await runOf('accepted', january29, '2026-01-29', 'accepted');
  await runOf('rejected', lines.slice(0, 12).join('\n'), '2026-01-30', 'rejected');
  await runOf('accepted', january29, '2026-01-31', 'unchanged');
  const half = lines.slice(0, 16).join('\n');
  await runOf('forced', half, '2026-02-01', 'rejected');
  await runOf('forced', half, '2026-02-01', 'accepted', '--force');
  await runOf('last of its feed', lines.slice(0, 10).join('\n'), '2026-02-02', 'rejected');

  const logo = join(cluster.directory, 'logo.png');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  writeFileSync(logo, Buffer.from(pixel, 'base64'));
  const { sha256 } = await cluster.json<{ readonly sha256: string }>(
    ...['registry', 'logo', logo, '--asset', testId('asset-0'), '--url', 'https://x.test/logo.png'],
  );
  stored.set('logo', sha256);
  stored.set('new, not named', (await artifacts.put(Buffer.from('new'))).sha256);
  stored.set('old, not named', (await artifacts.put(Buffer.from('old'))).sha256);
  const path = stored.get('old, not named') ?? '';
  utimesSync(join(folder, path.slice(0, 2), path), old, old);
}

async function runOf(
  name: string,
  content: Buffer | string,
  date: string,
  status: string,
  ...more: readonly string[]
): Promise<void> {
  const file = join(cluster.directory, `${date}.csv`);
  writeFileSync(file, content);
  const { stdout, stderr } = await cluster.cli('feeds', 'run', feed, '--file', file, '--as-of', date, ...more);
  assert.is((JSON.parse(stdout) as { readonly status: string }).status, status, `${name}: ${stdout}${stderr}`);
  stored.set(name, sha256Hex(readFileSync(file)));
}

async function storedNames(): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [name, sha256] of stored) if (await artifacts.has(sha256)) names.push(name);
  return names.sort();
}

function prunedOf({ code, stdout, stderr }: CliResult): number {
  assert.is(code, 0, stderr);
  return (JSON.parse(stdout) as { readonly pruned: number }).pruned;
}

const all = ['accepted', 'forced', 'last of its feed', 'logo', 'new, not named', 'old, not named', 'rejected'];

test('only old files that no record names are deleted', async () => {
  assert.equal(await storedNames(), all);
  assert.is(prunedOf(await cluster.cli('artifacts', 'prune')), 1);
  assert.equal(
    await storedNames(),
    all.filter((name) => name !== 'old, not named'),
  );
});

test('later the files of rejected runs are deleted too; files that any record rests on stay', async () => {
  const dry = await cluster.cliWith(later, 'artifacts', 'prune', '--dry-run');
  assert.is(prunedOf(dry), 2);
  assert.match(dry.stderr, new RegExp(`${stored.get('rejected') ?? '?'} \\d+ bytes, rejected run of ${feed}`));
  assert.is((await storedNames()).length, 6, 'nothing is deleted yet');
  assert.is(prunedOf(await cluster.cliWith(later, 'artifacts', 'prune')), 2);
  assert.equal(await storedNames(), ['accepted', 'forced', 'last of its feed', 'logo']);
  assert.is(prunedOf(await cluster.cliWith(later, 'artifacts', 'prune')), 0);
});

test('the next file is compared with the last accepted one, whose bytes are still stored', async () => {
  await runOf('next', readFileSync(fixturePath(feed, 'EMTWP-20260209.csv')), '2026-02-09', 'accepted');
});

test.run();
