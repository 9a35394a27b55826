import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkBackup, restoreBackup } from '../../infra/backup/restore-backup.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { makeNamedDirectory } from '../../infra/disk/make-directory.ts';
import type { Logger } from '../../infra/logger.ts';
import { openTenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import type { Config } from '../../infra/config/config.ts';
import { readAccounts } from '../accounts/accounts.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { appendErasure } from '../accounts/erase-tenant.ts';
import { refuseTwoKeys, tenantKeysDirectory, tenantKeysOf } from '../accounts/tenant-keys.ts';
import { refuseCluster, summaryOf } from './backup.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { counted } from '../program/output/counted.ts';

export const restoreCommand = (): Command =>
  command('restore')
    .argument('<from>', 'directory of a backup')
    .option('--check', 'only compare every file with the manifest')
    .option('--tenant-keys <directory>', 'the newest copy of the tenant keys')
    .action(runs(restore));

async function restore(
  { loaded, out, logger, clock }: Context,
  directory: string,
  options: { readonly check?: boolean; readonly tenantKeys?: string },
): Promise<void> {
  const { config } = loaded;
  const from = resolve(directory);
  if (options.check === true) {
    const summary = summaryOf(await checkBackup(from));
    out.result({ from, ...summary, ok: true }, `${from} is complete: ${counted(summary.records, 'record')}`);
    return;
  }
  refuseCluster(config, 'restored');
  const { dataDir } = config;
  makeNamedDirectory(dataDir, 'set ATTESTRY_DATA_DIR to another place');
  const lock = await acquireServiceLock(dataDir, 'attestry restore');
  try {
    const manifest = await restoreBackup({ from, dataDir });
    if (manifest.artifactsElsewhere !== null) {
      out.note(
        `artifacts are not part of it: ATTESTRY_ARTIFACTS_URL must be ${visibleText(manifest.artifactsElsewhere)}`,
      );
    }
    const keysFrom = options.tenantKeys === undefined ? null : resolve(options.tenantKeys);
    const copied = keysFrom === null ? null : await openTenantKeys(keysFrom).copyTo(tenantKeysOf(config));
    if (copied === null && config.tenantKeysDir === null) {
      out.note('keys of tenants are not part of it: without --tenant-keys notes and names of keys cannot be read');
    }
    const erased = await eraseAgain(config, logger, clock());
    const summary = summaryOf(manifest);
    out.result(
      { from, dataDir, ...summary, erased },
      `${dataDir} holds ${counted(summary.records, 'record')}; start attestry up`,
    );
    if (copied !== null) refuseTwoKeys(copied, keysFrom ?? '', tenantKeysDirectory(config));
  } finally {
    await lock.release();
  }
}

/**
 * Synchronises erasures in both directions: those on the log delete keys, and those known to the keys are appended to
 * the log.
 */
async function eraseAgain(config: Config, logger: Logger, now: number): Promise<number> {
  const keys = tenantKeysOf(config);
  const engine = await openEngine(config, logger);
  try {
    const { tenants, erased } = await readAccounts(engine);
    for (const tenantId of erased.keys()) await keys.erase(tenantId);
    const unknown = (await keys.erased()).filter((tenantId) => tenants.has(tenantId) && !erased.has(tenantId));
    for (const tenantId of unknown) await appendErasure(engine, tenantId, now);
    return erased.size + unknown.length;
  } finally {
    await engine.close();
  }
}
