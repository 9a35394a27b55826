import { RetryableError } from '../../../infra/errors.ts';

/** Tenants whose rows are being inserted. */
export interface TenantWrites {
  /**
   * False while rows of the tenant may be readable that no version stands for yet: another process may have answered the
   * tenant with them.
   */
  readonly isSettled: (tenantId: string) => boolean;
  /**
   * Inserts rows of the tenants. Where it fails with RetryableError, the rows may be readable at any time, until an insert for
   * the tenant succeeds.
   */
  readonly during: <T>(tenantIds: readonly string[], insert: () => Promise<T>) => Promise<T>;
}

interface PendingWrites {
  inserts: number;
  isUnknown: boolean;
}

export function createTenantWrites(): TenantWrites {
  const writing = new Map<string, PendingWrites>();
  const end = (tenantIds: Iterable<string>, isUnknown: boolean): void => {
    for (const tenantId of tenantIds) {
      const one = writing.get(tenantId);
      if (one === undefined) continue;
      one.inserts -= 1;
      one.isUnknown = isUnknown;
      if (one.inserts === 0 && !isUnknown) writing.delete(tenantId);
    }
  };
  return {
    isSettled: (tenantId) => !writing.has(tenantId),
    during: async (tenantIds, insert) => {
      const tenants = new Set(tenantIds);
      for (const tenantId of tenants) {
        const one = writing.get(tenantId) ?? { inserts: 0, isUnknown: false };
        one.inserts += 1;
        writing.set(tenantId, one);
      }
      try {
        const result = await insert();
        end(tenants, false);
        return result;
      } catch (error) {
        end(tenants, error instanceof RetryableError);
        throw error;
      }
    },
  };
}
