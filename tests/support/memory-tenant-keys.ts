import { randomBytes } from 'node:crypto';
import type { TenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';

/** A key store of tenants in memory. */
export function memoryTenantKeys(): TenantKeys {
  const secrets = new Map<string, Buffer>();
  const erased = new Set<string>();
  const put = (tenantId: string, secret: Buffer): void => {
    if (!erased.has(tenantId) && !secrets.has(tenantId)) secrets.set(tenantId, secret);
  };
  return {
    read: async (tenantId) => secrets.get(tenantId) ?? null,
    ensure: async (tenantId) => {
      put(tenantId, randomBytes(32));
      return secrets.get(tenantId) ?? null;
    },
    erase: async (tenantId) => {
      secrets.delete(tenantId);
      erased.add(tenantId);
    },
    isErased: async (tenantId) => erased.has(tenantId),
    erased: async () => [...erased],
    put: async (tenantId, secret) => put(tenantId, secret),
    copyTo: async () => ({ keys: secrets.size, erased: erased.size, conflicts: [] }),
  };
}
