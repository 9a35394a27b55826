/** Files of parts that a power failure or a bad disk damaged: what the tables lost is filled again before the start ends. */
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Directories of the parts of all tables that have rows of ours. */
function partsOf({ directory }: Sandbox): readonly string[] {
  const store = join(directory, 'tables', 'data', 'store');
  return readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/columns.txt') && !path.includes('detached'))
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

test('every part damaged: keys, changes and all other rows are there again before the service is ready', async () => {
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
      partsOf(sandbox).forEach(damage);
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

test.run();
