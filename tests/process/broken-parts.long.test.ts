/** Files of parts that a power failure or a bad disk damaged: what the tables lost is filled again before the start ends. */
// rule: damaged rows are filled again from the log, also tests/cli/service/tables/repair.test.ts, tests/cli/service/tables/refill.test.ts, tests/infra/clickhouse/upkeep/broken-parts.test.ts, sim accounts/tables-are-the-fold
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSandbox, type Sandbox } from '../support/service.ts';
import { assertNothingLost, createReader, declareAssets, writeObservations } from './observed-assets.ts';
import { until } from '../support/real-time.ts';

const assets = 5;

const bookkeeping: ReadonlySet<string> = new Set(['attestry_meta', 'schema_migrations']);

/** Directories of the parts of our tables whose name is chosen. */
function partsOf({ directory }: Sandbox, isChosen: (table: string) => boolean): readonly string[] {
  const store = join(directory, 'tables', 'data', 'store');
  const paths = readdirSync(store, { recursive: true, encoding: 'utf8' });
  const chosen = paths
    .filter((path) => path.endsWith('.sql') && isChosen(basename(path, '.sql')))
    .map((path) => / UUID '([^']+)'/.exec(readFileSync(join(store, path), 'utf8'))?.[1] ?? 'none');
  return paths
    .filter((path) => path.endsWith('/columns.txt') && !path.includes('detached'))
    .filter((path) => chosen.some((uuid) => path.includes(uuid)))
    .map((path) => join(store, path, '..'));
}

const dataFiles = (part: string): readonly string[] =>
  readdirSync(part)
    .filter((name) => name.endsWith('.bin'))
    .map((name) => join(part, name));

/** As a full disk tears the files of a merged part. */
const tear = (part: string): void => {
  for (const file of dataFiles(part)) truncateSync(file, Math.floor(statSync(file).size / 2));
};

const damages: readonly (readonly [string, (part: string) => void])[] = [
  ['an empty list of columns', (part) => writeFileSync(join(part, 'columns.txt'), '')],
  [
    'cut-off rows',
    (part) => {
      for (const file of dataFiles(part)) truncateSync(file, 10);
    },
  ],
  ['files cut to half', tear],
];

test('every part that topics fill is damaged: keys, changes and all other rows are there again before the service is ready', async () => {
  const sandbox = createSandbox();
  try {
    let service = await sandbox.up();
    await declareAssets(sandbox, { assets });
    const key = await createReader(sandbox);
    await sandbox.json('observe', writeObservations(sandbox, { assets, count: 200 }));
    await sandbox.idle();
    for (const [name, damage] of damages) {
      await service.end('SIGKILL');
      const parts = partsOf(sandbox, (table) => table.startsWith('store_'));
      assert.ok(parts.length > 0);
      parts.forEach(damage);
      service = await sandbox.up();
      const response = await fetch(`${service.httpUrl}/me/notifications`, {
        headers: { authorization: `Bearer ${key}` },
      });
      assert.is(response.status, 200, name);
      assert.is(await (await fetch(`${service.httpUrl}/readyz`)).text(), '{"status":"ok","failing":[]}', name);
      assert.match(service.stderr(), /store_api_keys.*filled again from the log/, name);
      await assertNothingLost(sandbox, name);
    }
    await service.end('SIGTERM');
    service = await sandbox.up();
    assert.not.match(service.stderr(), /filled again/);

    // While it runs: a read meets the damage, and the service repairs it by itself.
    partsOf(sandbox, (table) => table.startsWith('store_')).forEach(tear);
    await sandbox.cli('verify');
    const isRepaired = async (): Promise<boolean> =>
      service.stderr().includes('the tables are filled again') &&
      (await (await fetch(`${service.httpUrl}/readyz`)).text()) === '{"status":"ok","failing":[]}';
    await until('the repair', isRepaired);
    await assertNothingLost(sandbox, 'torn while it runs');
    const inbox = await fetch(`${service.httpUrl}/me/notifications`, { headers: { authorization: `Bearer ${key}` } });
    assert.is(inbox.status, 200);
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

test('damaged bookkeeping, which no topic fills, fails readiness until the tables are rebuilt', async () => {
  const sandbox = createSandbox();
  try {
    let service = await sandbox.up();
    await service.end('SIGKILL');
    const parts = partsOf(sandbox, (table) => bookkeeping.has(table));
    assert.ok(parts.length >= bookkeeping.size);
    for (const part of parts) writeFileSync(join(part, 'columns.txt'), '');
    // The parts stay set aside, so each start finds them.
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      service = await sandbox.up();
      const readiness = await (await fetch(`${service.httpUrl}/readyz`)).text();
      assert.match(readiness, /lost rows of attestry_meta, schema_migrations,.*`attestry tables rebuild`/);
      await service.end(signal);
    }
    await sandbox.json('tables', 'rebuild');
    service = await sandbox.up();
    assert.is(await (await fetch(`${service.httpUrl}/readyz`)).text(), '{"status":"ok","failing":[]}');
    await service.end('SIGTERM');
  } finally {
    await sandbox.destroy();
  }
});

test.run();
