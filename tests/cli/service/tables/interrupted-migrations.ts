/** Opens the tables of a service while two of its commands are disturbed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openServiceTables } from '../../../../cli/service/tables/service-tables.ts';
import { loadConfig } from '../../../../infra/config/config.ts';
import { missingMigrations } from '../../../../infra/clickhouse/migrate/migrations.ts';
import { type HostedTables, openTables } from '../../../../infra/clickhouse/open-tables.ts';

/** Numbers of commands, from 1. */
const disturbed: readonly number[] = [10, 25];

/**
 * Fails if a migration is missing at the end.
 *
 * @param disturb gets a command that was sent, and the directory of the tables; returns what the service sees of it
 * @param open opens tables without a database; own ones when not given
 */
export async function migrateWhile(
  disturb: (sent: Promise<void>, directory: string) => Promise<void>,
  open: (directory: string) => Promise<HostedTables> = (directory) => openTables({ directory }),
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-migrated-'));
  const { config } = loadConfig({ ATTESTRY_DATA_DIR: directory });
  try {
    let commands = 0;
    const opening = open(directory).then((host) => ({
      ...host,
      jobs: {
        ...host.jobs,
        command: (sql: string): Promise<void> => {
          commands += 1;
          const sent = host.jobs.command(sql);
          return disturbed.includes(commands) ? disturb(sent, directory) : sent;
        },
      },
    }));
    const tables = await openServiceTables(config, 'log-1', opening);
    assert.ok(commands > Math.max(...disturbed));
    assert.equal(await missingMigrations(tables.api), []);
    await tables.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
