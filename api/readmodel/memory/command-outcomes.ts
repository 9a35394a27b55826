import { setTimeout as wait } from 'node:timers/promises';
import { RetryableError } from '../../../infra/errors.ts';
import type { CommandOutcome, WatchItem } from '../../../schemas/generated/records.ts';
import type { TableReader } from '../tables/reader.ts';

export interface OutcomeOptions {
  readonly tables: TableReader;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether a sink in this process calls `inserted`; then polling is the fallback only. */
  readonly pushed: boolean;
  /** Called with the tenants of outcomes that a poll found, before the waiting requests are answered. */
  readonly onFound?: (tenantIds: readonly string[]) => void;
  /** Longest wait for one outcome, milliseconds. */
  readonly limitMs?: number;
}

export interface Outcomes {
  /** The outcome of a tenant's command; ids are unique within a tenant. Rejects with RetryableError if there is none in time. */
  readonly wait: (tenantId: string, commandId: string) => Promise<CommandOutcome>;
  /** Call after rows of `store_command_outcomes` were inserted; resolves the waits for them without a poll. */
  readonly inserted: (rows: readonly OutcomeRow[]) => void;
}

interface Waiter {
  readonly tenantId: string;
  readonly commandId: string;
  readonly deadline: number;
  readonly resolve: (outcome: CommandOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** The columns of `store_command_outcomes` that are needed here. */
export interface OutcomeRow {
  readonly tenant_id: string;
  readonly command_id: string;
  readonly status: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly limit: number;
  readonly used: number;
  readonly item: string | null;
}

const outcomesSql = `
SELECT command_id, tenant_id, status, code, message, \`limit\`, used, item
FROM attestry.store_command_outcomes
WHERE command_id IN {commandIds:Array(String)} AND tenant_id IN {tenantIds:Array(String)}`;

const defaultLimitMs = 5_000;
const shortestPollMs = 2;
const longestPollMs = 50;
/** Most outcomes arrive within this time after the command, so they are polled more often then. */
const soonMs = 300;
const soonPollMs = 16;
/** With a sink in the process, polling only finds outcomes that were inserted before the wait began. */
const fallbackPollMs = 250;

/** Waits for outcomes of commands. All waiting commands of the process share one query. */
export function createOutcomes(options: OutcomeOptions): Outcomes {
  const { tables, clock, pushed, onFound, limitMs = defaultLimitMs } = options;
  const waiters = new Map<string, Waiter>();
  const firstPollMs = pushed ? fallbackPollMs : shortestPollMs;
  let pollMs = firstPollMs;
  let lastWaitAt = Number.NEGATIVE_INFINITY;
  let running = false;

  const settle = (tenantId: string, commandId: string): Waiter | undefined => {
    const key = keyOf(tenantId, commandId);
    const waiter = waiters.get(key);
    waiters.delete(key);
    return waiter;
  };

  const inserted = (rows: readonly OutcomeRow[]): void => {
    for (const row of rows) settle(row.tenant_id, row.command_id)?.resolve(outcomeOf(row));
  };

  const readOnce = async (): Promise<void> => {
    const waiting = [...waiters.values()];
    // Pairs of both that no request waits for are rare, and settle none.
    const rows = await tables.query<OutcomeRow>(outcomesSql, {
      commandIds: waiting.map(({ commandId }) => commandId),
      tenantIds: [...new Set(waiting.map(({ tenantId }) => tenantId))],
    });
    if (rows.length > 0) onFound?.(rows.map(({ tenant_id: tenantId }) => tenantId));
    inserted(rows);
    const now = clock();
    for (const { tenantId, commandId, deadline } of waiters.values()) {
      if (deadline > now) continue;
      settle(tenantId, commandId)?.reject(new RetryableError(`command ${commandId} has no outcome yet`));
    }
  };

  const run = async (): Promise<void> => {
    running = true;
    try {
      while (waiters.size > 0) {
        await wait(pollMs);
        const most = clock() - lastWaitAt < soonMs ? soonPollMs : longestPollMs;
        pollMs = Math.min(pollMs * 2, Math.max(firstPollMs, most));
        // The sink may have resolved the waits meanwhile.
        if (waiters.size > 0) await readOnce();
      }
    } catch (error) {
      for (const { tenantId, commandId } of waiters.values()) settle(tenantId, commandId)?.reject(error);
    } finally {
      running = false;
    }
  };

  return {
    wait: (tenantId, commandId) =>
      new Promise((resolve, reject) => {
        const waiter = { tenantId, commandId, deadline: clock() + limitMs, resolve, reject };
        waiters.set(keyOf(tenantId, commandId), waiter);
        pollMs = firstPollMs;
        lastWaitAt = clock();
        if (!running) run().catch(reject);
      }),
    inserted,
  };
}

const keyOf = (tenantId: string, commandId: string): string => `${tenantId} ${commandId}`;

const outcomeOf = (row: OutcomeRow): CommandOutcome => ({
  status: row.status,
  code: row.code,
  message: row.message,
  limit: row.limit,
  used: row.used,
  item: row.item === null ? null : (JSON.parse(row.item) as WatchItem),
});
