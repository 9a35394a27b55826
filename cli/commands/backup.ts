import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Manifest } from '../../infra/backup/manifest-shape.ts';
import { takeBackup } from '../../infra/backup/take-backup.ts';
import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import { type CopiedKeys, openTenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isCluster } from '../engine/open-engine.ts';
import { refuseTwoKeys, tenantKeysDirectory, tenantKeysOf } from '../accounts/tenant-keys.ts';
import { version } from '../program/version.ts';
import { counted } from '../program/output/counted.ts';

export const backupCommand = (): Command =>
  command('backup')
    .argument('<to>', 'new or empty directory')
    .option('--tenant-keys <directory>', 'also update the copy of the tenant keys in this directory')
    .action(runs(backup));

async function backup(
  { loaded, out, clock }: Context,
  directory: string,
  options: { readonly tenantKeys?: string },
): Promise<void> {
  const { config } = loaded;
  refuseCluster(config, 'backed up');
  const to = resolve(directory);
  const manifest = await takeBackup({
    dataDir: config.dataDir,
    topicPrefix: config.topicPrefix,
    to,
    artifactsElsewhere: config.artifactsUrl,
    program: version().version,
    clock,
  });
  if (manifest.artifactsElsewhere !== null) {
    out.note(`artifacts are not part of it: they are in ${manifest.artifactsElsewhere}`);
  }
  const tenantKeys = await copyTenantKeys(config, options.tenantKeys, to);
  if (tenantKeys === null) {
    out.note(
      'keys of tenants are never part of it: copy them elsewhere with --tenant-keys, or notes cannot be read again',
    );
  }
  const summary = summaryOf(manifest);
  out.result(
    { to, ...summary, tenantKeys },
    `${to}: ${counted(summary.records, 'record')}, ${counted(summary.files, 'file')}, ${summary.bytes} bytes`,
  );
  if (tenantKeys !== null) refuseTwoKeys(tenantKeys, tenantKeysDirectory(config), resolve(options.tenantKeys ?? ''));
}

/** The figures of a backup for the terminal. */
export function summaryOf({ logId, startedAt, files, records }: Manifest): {
  readonly logId: string;
  readonly startedAt: string;
  readonly files: number;
  readonly bytes: number;
  readonly records: number;
} {
  return {
    logId,
    startedAt,
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    records: Object.values(records).reduce((sum, count) => sum + count, 0),
  };
}

export function refuseCluster(config: Config, done: string): void {
  if (!isCluster(config)) return;
  throw new UsageError(
    `the log is on Kafka, and is ${done} there; this command is for a log in the data directory. Unset ATTESTRY_KAFKA_BROKERS for one.`,
  );
}

/** The copied keys must not be inside the backup: an old backup next to its keys would bring erased texts back. */
async function copyTenantKeys(config: Config, directory: string | undefined, to: string): Promise<CopiedKeys | null> {
  if (directory === undefined) return null;
  const target = resolve(directory);
  if (target === to || target.startsWith(`${to}/`)) {
    throw new UsageError(`${target} is in the backup: keep the keys of tenants apart from it`);
  }
  return tenantKeysOf(config).copyTo(openTenantKeys(target));
}
