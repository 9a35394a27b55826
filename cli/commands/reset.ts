import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { endOrphans } from '../../infra/clickhouse/owner/owner-file.ts';
import { UsageError } from '../../infra/errors.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { confirmed } from '../program/input/confirmed.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isCluster, tablesDirectory } from '../engine/open-engine.ts';

export const resetCommand = (): Command => command('reset').option('--yes', 'do not ask').action(runs(reset));

/** Entries of the data directory that a service creates. Reset deletes nothing else. */
const ours = [
  'log',
  'tables',
  'artifacts',
  'tenant-keys',
  'tables.sock',
  'demo.json',
  'demo.json.started',
  'signing-keys',
  'log-copy.json',
  'restoring',
];

async function reset({ loaded, out }: Context, options: { readonly yes?: boolean }): Promise<void> {
  if (isCluster(loaded.config)) {
    throw new UsageError(
      'reset deletes a data directory; delete topics and tables of a cluster with its own tools, or set another ATTESTRY_TOPIC_PREFIX',
    );
  }
  const { dataDir } = loaded.config;
  if (!existsSync(dataDir)) {
    out.result({ deleted: false }, `${dataDir} does not exist`);
    return;
  }
  const lock = await acquireServiceLock(dataDir, 'attestry reset');
  try {
    if (options.yes !== true && !(await isAgreed(dataDir))) {
      out.result({ deleted: false }, 'nothing was deleted');
      return;
    }
    // A stopped process of tables that a killed service left behind would write to them when it goes on.
    await endOrphans(tablesDirectory(loaded.config));
    for (const name of ours) rmSync(join(dataDir, name), { recursive: true, force: true });
    out.result({ deleted: true }, `the data in ${dataDir} is deleted`);
  } finally {
    await lock.release();
  }
}

function isAgreed(directory: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('reset asks before it deletes; without a terminal, add --yes');
  return confirmed(`Delete the log, tables and artifacts in ${directory}?`);
}
