import { deleteTenantRows, rowsOfTenants } from '../../../infra/clickhouse/upkeep/tenant-rows.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { TenantKeys } from '../../../infra/tenant-keys/tenant-keys.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';

export interface EraseTenantsOptions {
  readonly keys: Pick<TenantKeys, 'erased'>;
  readonly tables: Pick<Tables, 'query'>;
  /** Whether the log has the command that ends a tenant. */
  readonly isEndAppended: (tenantId: string) => Promise<boolean>;
  /** Appends that command; idempotent. */
  readonly end: (tenantId: string) => Promise<void>;
  /** Interval between checks, milliseconds; default one second. */
  readonly everyMs?: number;
  readonly logger: Logger;
}

const defaultEveryMs = 1_000;
/** Checks without a change between two queries of the tables, which a sink may have filled again. */
const quietChecks = 10;

/**
 * Deletes the rows of erased tenants from the tables, until stopped. Tables that were filled again have those rows
 * again. A log that was restored from a backup made before an erasure still has the tenant as active; then the tenant
 * is ended again.
 */
export const startErasing = (options: EraseTenantsOptions): UntilStopped =>
  untilStopped((signal) => erase(options, signal));

async function erase(options: EraseTenantsOptions, signal: AbortSignal): Promise<void> {
  const { keys, logger, everyMs = defaultEveryMs } = options;
  let known = '';
  let quiet = 0;
  /** Tenants found active in the check before: the command that erased one may be ending it at this moment. */
  let active: ReadonlySet<string> = new Set();
  const endCommands = createEndCommands(options);
  while (!signal.aborted) {
    try {
      const erased = await keys.erased();
      quiet = erased.join() === known ? quiet + 1 : quietChecks;
      known = erased.join();
      if (quiet >= quietChecks) {
        const before = active;
        active = await eraseRows(options, erased, before, endCommands);
        quiet = active.size > 0 ? quietChecks : 0;
      }
    } catch (error) {
      logger.warn({ err: error }, 'rows of erased tenants could not be deleted; it is tried again');
    }
    await pause(everyMs, signal);
  }
}

/** Returns the tenants that still had active rows. */
async function eraseRows(
  { tables, logger }: EraseTenantsOptions,
  erased: readonly string[],
  activeBefore: ReadonlySet<string>,
  endCommands: EndCommands,
): Promise<ReadonlySet<string>> {
  const active = new Set<string>();
  for (const { tenantId, rows, living: activeRows } of await rowsOfTenants(tables, erased)) {
    if (activeRows > 0) {
      active.add(tenantId);
      if (activeBefore.has(tenantId)) await endCommands.end(tenantId);
      continue;
    }
    endCommands.ended(tenantId);
    await deleteTenantRows(tables, tenantId);
    logger.info({ tenantId, rows }, 'rows of an erased tenant were deleted');
  }
  return active;
}

/** Ensures that the log has the command for a tenant, without appending it again while no processor handles it. */
interface EndCommands {
  readonly end: (tenantId: string) => Promise<void>;
  readonly ended: (tenantId: string) => void;
}

const longestSkip = 600;

function createEndCommands({ isEndAppended, end }: EraseTenantsOptions): EndCommands {
  /** Checks to skip, and how many were skipped the last time. */
  const waits = new Map<string, { left: number; readonly of: number }>();
  return {
    end: async (tenantId) => {
      const wait = waits.get(tenantId);
      if (wait !== undefined && wait.left > 0) {
        wait.left -= 1;
        return;
      }
      if (!(await isEndAppended(tenantId))) await end(tenantId);
      const of = Math.min(2 * (wait?.of ?? 1), longestSkip);
      waits.set(tenantId, { left: of, of });
    },
    ended: (tenantId) => void waits.delete(tenantId),
  };
}
