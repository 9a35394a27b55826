// rule: migrations go on after the process of the tables ended meanwhile, also tests/cli/service/tables/service-tables.test.ts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceTables } from '../../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../../infra/config/config.ts';
import { missingMigrations } from '../../../../infra/clickhouse/migrations.ts';
import { openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { ownerOf } from '../../../support/tables-owner.ts';

test('a process of tables that dies during the migrations comes again, and they go on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-migrated-'));
  const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory });
  try {
    let commands = 0;
    const opening = openTables({ directory }).then((host) => ({
      ...host,
      jobs: {
        ...host.jobs,
        command: (sql: string): Promise<void> => {
          commands += 1;
          const sent = host.jobs.command(sql);
          if (commands === 10 || commands === 25) process.kill(ownerOf(directory).pid, 'SIGKILL');
          return sent;
        },
      },
    }));
    const tables = await openServiceTables(config, 'log-1', opening);
    assert.ok(commands > 25);
    assert.equal(await missingMigrations(tables.api), []);
    await tables.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.run();
