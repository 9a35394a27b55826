import { statSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../../api/readmodel/tables/deadline.ts';
import { boundLogId, knownTablesId } from '../../../infra/clickhouse/migrate/migrations.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { pause } from '../../../infra/async/async.ts';
import { type UntilStopped, untilStopped } from '../../../infra/async/until-stopped.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { lagsOf } from '../../engine/lags.ts';
import type { HealthBoard } from './health-board.ts';

export interface WatchEnginesOptions {
  /** Directory of the log; null when it is on Kafka. */
  readonly dataDir: string | null;
  readonly engine: Engine;
  readonly tables: Pick<Tables, 'query'>;
  readonly board: HealthBoard;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Called for a problem that only a restart solves. */
  readonly onDeath: (reason: string) => void;
}

const checkEveryMs = 1_000;
/** Tables that take longer to answer count as unavailable. */
const tablesLimitMs = 2_000;
/** When `accounts` has made no progress for longer, commands count as not processed. */
const commandsLimitMs = 5_000;

/** Watches engines that other processes may take away, and notes on the board what is missing, until stopped. */
export const watchEngines = (options: WatchEnginesOptions): UntilStopped =>
  untilStopped((signal) => watch(options, signal));

async function watch(options: WatchEnginesOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, engine, board, onDeath } = options;
  const logFile = dataDir === null ? null : createFileCheck(join(dataDir, 'log', 'accounts', 'data.mdb'));
  const commands = createCommandWatch(options);
  let filled: string | null = null;
  try {
    while (!signal.aborted) {
      const file = logFile?.() ?? 'present';
      if (file === 'replaced') {
        onDeath(`the log in ${dataDir ?? ''} is another one than at the start`);
        return;
      }
      const [tables] = await Promise.all([findingOfTables(options), pause(checkEveryMs, signal)]);
      if (tables.id !== null && filled !== null && tables.id !== filled) {
        // The caches and read offsets belong to the former tables.
        onDeath('the tables are others than at the start');
        return;
      }
      filled = tables.id ?? filled;
      board.note('tables', tables.finding);
      board.note(
        'log',
        file === 'missing' ? `is gone from ${dataDir ?? ''}` : await findingOfCommands(commands, board),
      );
    }
  } catch (error) {
    onDeath(`the watch of ${engine.log.logId} ended: ${String(error)}`);
  }
}

/**
 * Checks whether a path still names the file it named at the start. An open file survives its removal, and commands
 * would go where no process reads.
 */
function createFileCheck(path: string): () => 'present' | 'missing' | 'replaced' {
  const opened = fileId(path);
  return () => {
    const now = fileId(path);
    if (now === null) return 'missing';
    return now === opened ? 'present' : 'replaced';
  };
}

const fileId = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** Notes the finding about commands on the board; returns the finding about the log itself. */
async function findingOfCommands(commands: () => Promise<string | null>, board: HealthBoard): Promise<string | null> {
  try {
    board.note('commands', await commands());
    return null;
  } catch (error) {
    if (error instanceof RetryableError) return `does not answer: ${error.message}`;
    throw error;
  }
}

interface TablesFinding {
  readonly finding: string | null;
  /** Identity of the tables; null when unknown. */
  readonly id: string | null;
}

async function findingOfTables({ tables, engine }: WatchEnginesOptions): Promise<TablesFinding> {
  try {
    const answers = Promise.all([boundLogId(tables), knownTablesId(tables)]);
    const [bound, id] = await within(tablesLimitMs, 'the tables', answers);
    return { finding: bound === engine.log.logId ? null : 'are not those of this log', id };
  } catch (error) {
    if (error instanceof RetryableError) return { finding: 'do not answer', id: null };
    throw error;
  }
}

/** Reports commands that were appended but that no processor handles. */
function createCommandWatch({ engine, clock }: WatchEnginesOptions): () => Promise<string | null> {
  let lastMoved = { at: clock(), reached: '' };
  return async () => {
    const positions = await engine.processors.positionsOf('accounts', 'accounts');
    const lags = await lagsOf(engine.log, positions, ['accounts.commands'], null);
    const waiting = lags.reduce((sum, { lag }) => sum + lag, 0);
    const reached = lags.map(({ position }) => position).join();
    if (waiting === 0 || reached !== lastMoved.reached) lastMoved = { at: clock(), reached };
    if (clock() - lastMoved.at < commandsLimitMs) return null;
    return `are not carried out: ${waiting} wait`;
  };
}
