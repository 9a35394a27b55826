/** Files of parts that a power failure or a bad disk damaged: what the tables lost is filled again before the start ends. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorityLine, registryLines, writeLines } from '../support/demo-world.ts';
import { createSandbox, type Sandbox } from '../support/service.ts';

const assets = 5;

interface Report {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
  readonly problems: readonly unknown[];
}

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

const damages: readonly (readonly [string, (part: string) => void])[] = [
  ['an empty list of columns', (part) => writeFileSync(join(part, 'columns.txt'), '')],
  [
    'cut-off rows',
    (part) => {
      for (const file of readdirSync(part).filter((name) => name.endsWith('.bin'))) truncateSync(join(part, file), 10);
    },
  ],
];

test('every part that topics fill is damaged: keys, changes and all other rows are there again before the service is ready', async () => {
  const sandbox = createSandbox();
  try {
    let service = await sandbox.up();
    const registry = writeLines(sandbox.directory, 'registry.ndjson', registryLines({ assets }));
    await sandbox.json('registry', 'import', registry, '--as-of', '2022-01-01');
    const { key } = await sandbox.json<{ readonly key: string }>(
      ...['keys', 'create', '--name', 'reader', '--scopes', 'monitoring:read'],
    );
    const lines = Array.from({ length: 200 }, (_, index) =>
      authorityLine(index % assets, Math.floor(index / assets / 3), Date.parse('2026-03-01T00:00:00Z') + index * 1000),
    );
    await sandbox.json('observe', writeLines(sandbox.directory, 'observations.ndjson', lines));
    await sandbox.json('wait', '--idle');
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
      await sandbox.json('wait', '--idle');
      const report = await sandbox.json<Report>('verify');
      const found = [report.lost, report.duplicate, report.differing];
      assert.equal(found, [0, 0, 0], `${name}: ${JSON.stringify(report.problems)}`);
    }
    await service.end('SIGTERM');
    service = await sandbox.up();
    assert.not.match(service.stderr(), /filled again/);
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
