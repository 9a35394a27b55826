import { type BrokenTable, findBrokenTables, type PartsToRead } from '../../../infra/clickhouse/upkeep/broken-parts.ts';
import type { HostedTables } from '../../../infra/clickhouse/open-tables.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Logger } from '../../../infra/logger.ts';
import { bootId } from '../../../infra/process/boot-id.ts';
import { topics } from '../../../schemas/topics.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { untilReachable } from '../../engine/until-reachable.ts';
import type { HealthBoard } from '../health/health-board.ts';
import type { RunningWorker } from '../workers/workers.ts';
import type { ReadGate } from './read-gate.ts';
import { planRefill, recordRefilled, type Refill, refillRunning, unfilledFinding } from './refill.ts';
import { awaitRefill, refuseUnfilled } from './await-refill.ts';

export interface RepairOptions {
  readonly host: Pick<HostedTables, 'onReopen' | 'onDamage'>;
  /** Not through the gate. */
  readonly tables: Pick<Tables, 'query' | 'command'>;
  /** Of all reads, apart from those of `tables`. */
  readonly gate: Pick<ReadGate, 'close' | 'open'>;
  readonly engine: Pick<Engine, 'log' | 'openStore' | 'processors' | 'schemas'>;
  /** Resolves once they run. A start waits for tables that are repaired, so the lanes must not wait for the start. */
  readonly lanes: () => Promise<readonly Pick<RunningWorker, 'lane' | 'readAgain'>[]>;
  readonly board: Pick<HealthBoard, 'note' | 'endOf'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** The start met damage, and has read the parts: the engine's report of that is late, and no news. */
  readonly damagedAtStart?: boolean;
  /** Tables whose loss the start has reported. */
  readonly reported: readonly string[];
}

/** Repairs of one table after which an operator must check the disk. */
const mostRepairs = 3;

const rebuild = 'stop the service and run `attestry tables rebuild`';

/**
 * Searches for tables that have lost rows each time their process was started again, and whenever the engine met damaged files,
 * and fills them again from the log while the service runs. Until that is done, reads are refused and `/readyz` names them.
 */
export function watchDamage(options: RepairOptions): void {
  const { host, tables, gate, board, logger, signal, reported } = options;
  const repairs = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();

  const failed = (what: string, error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    board.note('tables', `${what}: ${message}; ${rebuild}`);
  };

  const search = async (parts: PartsToRead): Promise<readonly BrokenTable[]> => {
    try {
      const found = await untilReachable(() => findBrokenTables(tables, parts), { logger, signal });
      if (found?.length === 0) board.note('tables', null);
      return (found ?? []).filter(({ table }) => !reported.includes(table));
    } catch (error) {
      failed('could not be searched for lost rows', error);
      return [];
    }
  };
  const check = async (parts: PartsToRead): Promise<void> => {
    if (parts === 'all') {
      board.note('tables', `${suspected}; if that does not end, ${rebuild}`);
      gate.close(suspected);
    }
    const found = await search(parts);
    try {
      if (found.length > 0) board.note('tables', await repair(options, found, repairs));
      gate.open();
    } catch (error) {
      // Some tables may be empty: reads stay refused.
      failed('are not filled again', error);
    }
  };

  let checkedAt = options.damagedAtStart === true ? performance.now() : -Infinity;
  let awaited = 0;
  const enqueue = (parts: PartsToRead): void => {
    if (parts === 'all') awaited += 1;
    last = last.then(async () => {
      if (!signal.aborted) await check(parts);
      if (parts !== 'all') return;
      awaited -= 1;
      checkedAt = performance.now();
    });
  };
  host.onReopen((reason) => enqueue(reason === 'time' ? 'all' : 'first rows'));
  // Reading all parts meets the damage once more.
  host.onDamage(() => {
    if (awaited === 0 && performance.now() - checkedAt > reportDelayMs) enqueue('all');
  });
}

/** The engine reports damage with its next pulse, milliseconds. */
const reportDelayMs = 3_000;

/**
 * If the checksum of a block differs, the engine searches for the flipped bit. For a large block this takes minutes and cannot
 * be cancelled: a read of such a block ends only with the process, without an error. So reads wait while all parts are read.
 */
const suspected = 'may have damaged files: all parts are read';

/** What is still wrong, for `/readyz`; null when nothing is. */
async function repair(
  { tables, gate, engine, lanes, board, logger, signal }: RepairOptions,
  found: readonly BrokenTable[],
  repairs: Map<string, number>,
): Promise<string | null> {
  if (found.length === 0) return null;
  const names = found.map(({ table }) => table).join(', ');
  if (engine.schemas === null) return `have lost rows of ${names}: ${rebuild}`;
  const refill: Refill = planRefill(found, logger);
  const hopeless = refill.broken.map(({ table }) => table).filter((table) => (repairs.get(table) ?? 0) >= mostRepairs);
  if (hopeless.length > 0) {
    return `have lost rows of ${hopeless.join(', ')} again, after ${mostRepairs} repairs: check the disk, ${rebuild}`;
  }
  if (refill.broken.length > 0) {
    for (const { table } of refill.broken) repairs.set(table, (repairs.get(table) ?? 0) + 1);
    const state = `have lost rows of ${names}, which are filled again from the log`;
    board.note('tables', `${state}; if that does not end, ${rebuild}`);
    gate.close(state);
    await refillRunning(refill, tables, await lanes());
    const end = await awaitRefill(refill, tables, engine, board.endOf, signal);
    refuseUnfilled(end, refill);
    if (end !== 'filled') return state;
    const environments = [...new Set(refill.topics.map((topic) => topics[topic].environment))];
    await recordRefilled(engine, { boot: bootId() }, environments);
    logger.warn({ tables: refill.broken.map(({ table }) => table) }, 'the tables are filled again');
  }
  return unfilledFinding(refill);
}
