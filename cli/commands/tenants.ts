import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from 'commander';
import { rowsOfTenants } from '../../infra/clickhouse/upkeep/tenant-rows.ts';
import { UsageError } from '../../infra/errors.ts';
import { readAccounts } from '../accounts/accounts.ts';
import { NoAnswer } from '../log/await-record.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { sendErasure } from '../accounts/erase-tenant.ts';
import { table } from '../program/output/table.ts';
import { withTables } from '../service/tables/own-tables.ts';
import type { TablesClient } from '../engine/tables-client.ts';
import { tenantKeysOf } from '../accounts/tenant-keys.ts';
import { counted } from '../program/output/counted.ts';

export const tenantsCommand = (): Command =>
  command('tenants')
    .addCommand(command('list', 'tenants, also erased ones').action(runs(listTenants)))
    .addCommand(
      command('erase', 'ends a tenant for good, and makes what it wrote unreadable')
        .argument('<tenantId>', 'id of the tenant, see tenants list')
        .option('--yes', 'confirm; this cannot be undone')
        .action(runs(eraseTenant)),
    );

async function listTenants({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const { tenants, keys, items, erased } = await readAccounts(engine);
    const rows = [...tenants].map(([tenantId, { limit, createdAt }]) => ({
      tenantId,
      keys: [...keys.values()].filter((key) => key.tenantId === tenantId && key.key.revokedAt === null).length,
      items: [...items.values()].filter((item) => item.tenantId === tenantId && item.item.state !== 'removed').length,
      limit,
      createdAt: new Date(createdAt).toISOString(),
      erasedAt: isoOrNull(erased.get(tenantId)),
    }));
    const cells = rows.map((row) => [
      row.tenantId,
      String(row.keys),
      `${row.items} of ${row.limit}`,
      row.erasedAt === null ? `since ${row.createdAt}` : `erased ${row.erasedAt}`,
    ]);
    out.result(rows, table(['tenant', 'keys', 'watches', 'state'], cells, out.width));
  } finally {
    await engine.close();
  }
}

const isoOrNull = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/**
 * Delete the key first: if the command is interrupted after that, the texts are already unreadable. Running it again
 * completes the rest.
 */
async function eraseTenant(context: Context, tenantId: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const { config } = loaded;
  const engine = await openEngine(config, logger);
  try {
    const { tenants } = await readAccounts(engine);
    if (!tenants.has(tenantId)) throw new UsageError(`no tenant "${tenantId}"; attestry tenants list shows the ids`);
    if (yes !== true) {
      throw new UsageError(
        `this ends the keys and watches of ${tenantId} and deletes the key of its notes and names; add --yes to confirm`,
      );
    }
    await tenantKeysOf(config).erase(tenantId);
    const plainTexts = await sendErasure(engine, tenantId, clock()).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      throw new NoAnswer(`the key of its texts is deleted; for the rest: ${error.message}`);
    });
    const rowsDeleted = await withTables(context, engine, (tables) => untilRowsAreGone(tables, tenantId));
    if (!rowsDeleted) out.note('its rows are still in the tables; the service that holds them deletes them');
    if (plainTexts > 0)
      out.note(
        `${counted(plainTexts, 'record')} ${plainTexts === 1 ? 'holds' : 'hold'} texts of it that no key protects`,
      );
    out.result({ tenantId, erased: true, rowsDeleted, plainTexts }, `${tenantId} is erased`);
  } finally {
    await engine.close();
  }
}

const pollEveryMs = 100;
/** The service that owns the tables checks for erased tenants every second. */
const patienceMs = 20_000;

async function untilRowsAreGone(tables: TablesClient, tenantId: string): Promise<boolean> {
  const reader = {
    query: <R>(sql: string, parameters: Readonly<Record<string, unknown>> = {}) =>
      tables.query<R>(sql, parameters as Readonly<Record<string, string>>),
  };
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollEveryMs) {
    if ((await rowsOfTenants(reader, [tenantId])).length === 0) return true;
    await wait(pollEveryMs);
  }
  return false;
}
