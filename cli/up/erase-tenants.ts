import { deleteTenantRows, rowsOfTenants } from '../../infra/clickhouse/tenant-rows.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import type { Logger } from '../../infra/logger.ts';
import type { TenantKeys } from '../../infra/tenant-keys/tenant-keys.ts';
import { pause } from '../../infra/retry.ts';
import { type UntilStopped, untilStopped } from '../../infra/until-stopped.ts';

export interface EraseTenantsOptions {
  readonly keys: Pick<TenantKeys, 'erased'>;
  readonly tables: Pick<Tables, 'query'>;
  /** Whether the log has the command that ends a tenant. */
  readonly isAsked: (tenantId: string) => Promise<boolean>;
  /** Appends that command; repeatable. */
  readonly end: (tenantId: string) => Promise<void>;
  /** Between two looks, milliseconds; a second when left out. */
  readonly everyMs?: number;
  readonly logger: Logger;
}

const usualMs = 1_000;
/** Looks without news between two questions to the tables, which may have been filled again. */
const quietLooks = 10;

/**
 * Deletes what the tables have of erased tenants, until stopped. Tables that were filled again have their rows again, and a
 * log that was restored from before an erasure has the tenant as if it lived: it is ended once more.
 */
export const startErasing = (options: EraseTenantsOptions): UntilStopped =>
  untilStopped((signal) => keepErasing(options, signal));

async function keepErasing(options: EraseTenantsOptions, signal: AbortSignal): Promise<void> {
  const { keys, logger, everyMs = usualMs } = options;
  let known = '';
  let quiet = 0;
  /** Seen alive in the look before: whoever erased one is ending it just now. */
  let living: ReadonlySet<string> = new Set();
  const asking = createAsking(options);
  while (!signal.aborted) {
    try {
      const erased = await keys.erased();
      quiet = erased.join() === known ? quiet + 1 : quietLooks;
      known = erased.join();
      if (quiet >= quietLooks) {
        const before = living;
        living = await eraseRows(options, erased, before, asking);
        quiet = living.size > 0 ? quietLooks : 0;
      }
    } catch (error) {
      logger.warn({ err: error }, 'rows of erased tenants could not be deleted; it is tried again');
    }
    await pause(everyMs, signal);
  }
}

/** Returns who had something that lives. */
async function eraseRows(
  { tables, logger }: EraseTenantsOptions,
  erased: readonly string[],
  livedBefore: ReadonlySet<string>,
  asking: Asking,
): Promise<ReadonlySet<string>> {
  const living = new Set<string>();
  for (const { tenantId, rows, living: lives } of await rowsOfTenants(tables, erased)) {
    if (lives > 0) {
      living.add(tenantId);
      if (livedBefore.has(tenantId)) await asking.end(tenantId);
      continue;
    }
    asking.isOver(tenantId);
    await deleteTenantRows(tables, tenantId);
    logger.info({ tenantId, rows }, 'rows of an erased tenant were deleted');
  }
  return living;
}

/** Sees to it that the log has the command for a tenant, without saying it again for as long as nobody carries it out. */
interface Asking {
  readonly end: (tenantId: string) => Promise<void>;
  readonly isOver: (tenantId: string) => void;
}

const longestWait = 600;

function createAsking({ isAsked, end }: EraseTenantsOptions): Asking {
  /** Looks to be let pass, and how many were the last time. */
  const waits = new Map<string, { left: number; readonly of: number }>();
  return {
    end: async (tenantId) => {
      const wait = waits.get(tenantId);
      if (wait !== undefined && wait.left > 0) {
        wait.left -= 1;
        return;
      }
      if (!(await isAsked(tenantId))) await end(tenantId);
      const of = Math.min(2 * (wait?.of ?? 1), longestWait);
      waits.set(tenantId, { left: of, of });
    },
    isOver: (tenantId) => void waits.delete(tenantId),
  };
}
