import { join } from 'node:path';
import { type Config, ConfigurationError } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import { hasSealedTexts } from '../../infra/clickhouse/upkeep/tenant-rows.ts';
import { type CopiedKeys, openTenantKeys, type TenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts, type HasSealed, type TenantTexts } from '../../infra/tenant-keys/tenant-texts.ts';
import { isSealedText } from '../../schemas/values/sealed-text.ts';
import { type Accounts, readAccounts } from './accounts.ts';
import { type Engine, isCluster } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';

/**
 * Where the keys for tenants' texts are: outside the log and outside every copy of it. Throws ConfigurationError for a
 * log on Kafka without a shared directory, because each process would create keys that the others lack.
 */
export function tenantKeysDirectory(config: Config): string {
  const { tenantKeysDir, dataDir } = config;
  if (tenantKeysDir !== null) return tenantKeysDir;
  if (!isCluster(config)) return join(dataDir, 'tenant-keys');
  const { name, meaning } = settings.tenantKeysDir;
  throw new ConfigurationError([
    `${name} is missing: with a log on Kafka, every process that reads or writes what key holders wrote needs the same directory (${meaning})`,
  ]);
}

export const tenantKeysOf = (config: Config): TenantKeys => openTenantKeys(tenantKeysDirectory(config));

export const tenantTextsOf = (config: Config, clock: () => number, hasSealed: HasSealed): TenantTexts =>
  createTenantTexts(tenantKeysOf(config), clock, hasSealed);

/** The texts as the API and the sender of webhooks read them: sealed in the tables. */
export const textsOverTables = (
  config: Config,
  clock: () => number,
  tables: Parameters<typeof hasSealedTexts>[0],
): TenantTexts => tenantTextsOf(config, clock, (tenantId) => hasSealedTexts(tables, tenantId));

/** Reports the tenants that have two keys, after everything else is done. Throws CommandFailed. */
export function refuseTwoKeys({ conflicts }: CopiedKeys, from: string, to: string): void {
  if (conflicts.length === 0) return;
  throw new CommandFailed(
    `${conflicts.length} tenants have one key in ${from} and another in ${to}: ${conflicts.join(', ')}. Both were left as they are, all else is done. What was sealed under one is not read with the other: of each, keep the file under which most was written, then run this again.`,
  );
}

/** The texts as commands read them: sealed on the log. */
export const sealedOnLog =
  (engine: Engine): HasSealed =>
  async (tenantId) =>
    tenantsWithSealedTexts(await readAccounts(engine)).has(tenantId);

/** Tenants that need a key, because their texts are unreadable without one. */
export function tenantsWithSealedTexts({ keys, items, erased }: Accounts): ReadonlySet<string> {
  const texts = [
    ...[...keys.values()].map(({ tenantId, key }) => ({ tenantId, text: key.name })),
    ...[...items.values()].map(({ tenantId, item }) => ({ tenantId, text: item.note ?? '' })),
  ];
  const sealed = texts.filter(({ tenantId, text }) => isSealedText(text) && !erased.has(tenantId));
  return new Set(sealed.map(({ tenantId }) => tenantId));
}
