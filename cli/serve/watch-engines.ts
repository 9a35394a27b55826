import { statSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../api/upstream.ts';
import { boundLogId, knownTablesId } from '../../infra/clickhouse/migrations.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../infra/errors.ts';
import { pause } from '../../infra/retry.ts';
import { type UntilStopped, untilStopped } from '../../infra/until-stopped.ts';
import type { Engine } from '../engine.ts';
import { lagsOf } from '../lags.ts';
import type { HealthBoard } from '../up/health-board.ts';

export interface WatchEnginesOptions {
  /** Where the log is; null when it is on Kafka. */
  readonly dataDir: string | null;
  readonly engine: Engine;
  readonly tables: Pick<Tables, 'query'>;
  readonly board: HealthBoard;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Something is wrong that only a new start puts right. */
  readonly onDeath: (reason: string) => void;
}

const lookEveryMs = 1_000;
/** Tables that take longer are as good as away. */
const tablesLimitMs = 2_000;
/** Commands that wait for longer are not being carried out. */
const commandsLimitMs = 5_000;

/** Looks after the engines that other processes may take away, and says on the board what is missing, until stopped. */
export const watchEngines = (options: WatchEnginesOptions): UntilStopped =>
  untilStopped((signal) => watch(options, signal));

async function watch(options: WatchEnginesOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, engine, board, onDeath } = options;
  const logFile = dataDir === null ? null : watchFile(join(dataDir, 'log', 'accounts', 'data.mdb'));
  const commands = createCommandWatch(options);
  let filled: string | null = null;
  try {
    while (!signal.aborted) {
      const file = logFile?.() ?? 'there';
      if (file === 'replaced') {
        onDeath(`the log in ${dataDir ?? ''} is another one than at the start`);
        return;
      }
      const [tables] = await Promise.all([findingOfTables(options), pause(lookEveryMs, signal)]);
      if (tables.id !== null && filled !== null && tables.id !== filled) {
        // What was kept of the former tables, and how far they had been read, says nothing of these.
        onDeath('the tables are others than at the start');
        return;
      }
      filled = tables.id ?? filled;
      board.note('tables', tables.finding);
      board.note('log', file === 'gone' ? `is gone from ${dataDir ?? ''}` : await findingOfCommands(commands, board));
    }
  } catch (error) {
    onDeath(`the watch of ${engine.log.logId} ended: ${String(error)}`);
  }
}

/** Says whether a file is the one it was: an open file outlives its name, and commands would go where nobody reads. */
function watchFile(path: string): () => 'there' | 'gone' | 'replaced' {
  const opened = fileId(path);
  return () => {
    const now = fileId(path);
    if (now === null) return 'gone';
    return now === opened ? 'there' : 'replaced';
  };
}

const fileId = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;

/** Notes on the board what holds for commands; gives what holds for the log itself. */
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
  /** Which tables they are; null when that is not known. */
  readonly id: string | null;
}

async function findingOfTables({ tables, engine }: WatchEnginesOptions): Promise<TablesFinding> {
  try {
    const asked = Promise.all([boundLogId(tables), knownTablesId(tables)]);
    const [bound, id] = await within(tablesLimitMs, 'the tables', asked);
    return { finding: bound === engine.log.logId ? null : 'are not those of this log', id };
  } catch (error) {
    if (error instanceof RetryableError) return { finding: 'do not answer', id: null };
    throw error;
  }
}

/** Says when commands are appended and nobody carries them out. */
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
