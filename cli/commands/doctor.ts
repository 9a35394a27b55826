import { existsSync, statfsSync } from 'node:fs';
import type { Command } from 'commander';
import { type TablesUser, tablesUsers } from '../../infra/clickhouse/server/user-rights.ts';
import { DataFormatError } from '../../infra/data-format.ts';
import { UsageError } from '../../infra/errors.ts';
import type { Config } from '../../infra/config/config.ts';
import { command, type Context, runs } from '../program/command.ts';
import { noteRefusals } from '../chains/node-refusals.ts';
import { chainChecks } from '../doctor/chain-checks.ts';
import { type Check, lineOf } from '../doctor/check.ts';
import { coverageNotes } from '../doctor/coverage-notes.ts';
import { portChecks, portsOf } from '../doctor/port-checks.ts';
import { unreadNotes } from '../doctor/unread-notes.ts';
import { tenantKeysCheck } from '../doctor/tenant-keys-check.ts';
import { isCluster, openEngine, prepareDataDirectory } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { connectTables } from '../engine/tables-client.ts';
import { visibleText } from '../program/output/visible-text.ts';

export const doctorCommand = (): Command =>
  command('doctor')
    .option('--tables-user <purpose>', `compare the rights of the user of the tables with: ${tablesUsers.join(', ')}`)
    .action(runs(doctor));

const gibibyte = 1024 ** 3;

async function doctor(context: Context, { tablesUser }: { readonly tablesUser?: string }): Promise<void> {
  const purpose = purposeOf(tablesUser, context);
  const { out } = context;
  const { config } = context.loaded;
  const running = (await connectTables(config)) !== null;
  const checks = [
    nodeVersion(),
    dataDirectory(config),
    freeDisk(config),
    ...(isCluster(config) ? [] : await logOpens(context, running)),
    ...(await byUrl(context, purpose)),
    ...(await chainChecks(config, context.clock, noteRefusals(out))),
    ...(isCluster(config)
      ? []
      : [
          {
            name: 'service',
            ok: true,
            found: running ? 'running on this data directory' : 'not running',
            remedy: null,
          },
        ]),
    ...(running ? [] : await portChecks(portsOf(config))),
  ];
  for (const check of checks) out.row(check, visibleText(lineOf(check)));
  if (checks.some(({ ok }) => !ok)) throw new CommandFailed('');
}

/** Engines that the settings name by URL. */
async function byUrl(
  { loaded: { config }, logger }: Context,
  tablesUser: TablesUser | null,
): Promise<readonly Check[]> {
  if (config.kafkaBrokers === null && config.clickhouseUrl === null) return [];
  const { clusterChecks } = await import('../doctor/cluster-checks.ts');
  return clusterChecks(config, logger, tablesUser);
}

function purposeOf(text: string | undefined, { loaded: { config } }: Context): TablesUser | null {
  if (text === undefined) return null;
  const purpose = tablesUsers.find((one) => one === text);
  if (purpose === undefined)
    throw new UsageError(`--tables-user takes one of ${tablesUsers.join(', ')}, not "${text}"`);
  if (config.clickhouseUrl === null) {
    throw new UsageError('--tables-user is for tables on a server: set ATTESTRY_CLICKHOUSE_URL with that user.');
  }
  return purpose;
}

function nodeVersion(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { name: 'Node.js', ok, found: process.versions.node, remedy: ok ? null : 'install 20.19 or newer' };
}

function dataDirectory(config: Config): Check {
  try {
    prepareDataDirectory(config);
    return { name: 'data directory', ok: true, found: config.dataDir, remedy: null };
  } catch {
    const remedy = 'make it writable, or set ATTESTRY_DATA_DIR';
    return { name: 'data directory', ok: false, found: `${config.dataDir} cannot be written`, remedy };
  }
}

function freeDisk(config: Config): Check {
  if (!existsSync(config.dataDir)) return { name: 'disk', ok: false, found: 'unknown', remedy: 'see data directory' };
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = (bavail * bsize) / gibibyte;
  const ok = free >= 2;
  return { name: 'disk', ok, found: `${free.toFixed(1)} GiB free`, remedy: ok ? null : 'free at least 2 GiB' };
}

async function logOpens({ loaded, logger }: Context, running: boolean): Promise<readonly Check[]> {
  try {
    const engine = await openEngine(loaded.config, logger);
    try {
      const opens = { name: 'log', ok: true, found: `opens, id ${engine.log.logId}`, remedy: null };
      const unread = await unreadNotes(engine, loaded.config);
      const notes = running ? await coverageNotes(loaded.config, unread) : unread;
      return [opens, await tenantKeysCheck(loaded.config, engine), ...notes];
    } finally {
      await engine.close();
    }
  } catch (error) {
    if (error instanceof DataFormatError) throw error;
    const found = error instanceof Error ? error.message : String(error);
    const remedy = 'restore the directory log below the data directory from a backup';
    return [{ name: 'log', ok: false, found, remedy }];
  }
}
