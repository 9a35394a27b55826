import { join } from 'node:path';
import type { Config } from '../infra/config/config.ts';
import { openTenantKeys, type TenantKeys } from '../infra/tenant-keys/tenant-keys.ts';
import { createTenantTexts, type TenantTexts } from '../infra/tenant-keys/tenant-texts.ts';

/** Where the keys of what tenants wrote are: outside the log, and outside every copy of it. */
export const tenantKeysDirectory = ({ tenantKeysDir, dataDir }: Config): string =>
  tenantKeysDir ?? join(dataDir, 'tenant-keys');

export const tenantKeysOf = (config: Config): TenantKeys => openTenantKeys(tenantKeysDirectory(config));

export const tenantTextsOf = (config: Config, clock: () => number): TenantTexts =>
  createTenantTexts(tenantKeysOf(config), clock);
