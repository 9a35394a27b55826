import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceTables } from '../../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../../infra/config/config.ts';
import { missingMigrations } from '../../../../infra/clickhouse/migrations.ts';
import { openTables } from '../../../../infra/clickhouse/open-tables.ts';
import { RetryableError } from '../../../../infra/errors.ts';

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
          if (commands !== 10 && commands !== 25) return sent;
          // It took effect, and the process ended before it answered.
          return sent.then(() => Promise.reject(new RetryableError('ended')));
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
