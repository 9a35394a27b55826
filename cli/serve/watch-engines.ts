import { statSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../../api/upstream.ts';
import { boundLogId } from '../../infra/clickhouse/migrations.ts';
import type { Tables } from '../../infra/clickhouse/tables.ts';
import { RetryableError } from '../../infra/errors.ts';
import { pause } from '../../pipeline/runtime/retry.ts';
import type { Engine } from '../engine.ts';
import { lagsOf } from '../lags.ts';
import type { HealthBoard } from '../up/health-board.ts';

export interface WatchEnginesOptions {
  readonly dataDir: string;
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
export function watchEngines(options: WatchEnginesOptions): { readonly stop: () => Promise<void> } {
  const controller = new AbortController();
  const watching = watch(options, controller.signal);
  return {
    stop: async () => {
      controller.abort();
      await watching;
    },
  };
}

async function watch(options: WatchEnginesOptions, signal: AbortSignal): Promise<void> {
  const { dataDir, engine, board, onDeath } = options;
  const logFile = join(dataDir, 'log', 'accounts', 'data.mdb');
  const opened = fileId(logFile);
  const commands = createCommandWatch(options);
  try {
    while (!signal.aborted) {
      // An open file outlives its name: commands would be appended to a log that nobody reads.
      const now = fileId(logFile);
      board.note('log', now === null ? `is gone: ${logFile} does not exist` : null);
      if (now !== null && now !== opened) {
        onDeath(`${logFile} is another one than at the start`);
        return;
      }
      const [tables] = await Promise.all([findingOfTables(options), pause(lookEveryMs, signal)]);
      board.note('tables', tables);
      if (now !== null) board.note('commands', await commands());
    }
  } catch (error) {
    onDeath(`the watch of ${engine.log.logId} ended: ${String(error)}`);
  }
}

const fileId = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;

async function findingOfTables({ tables, engine }: WatchEnginesOptions): Promise<string | null> {
  try {
    const bound = await within(tablesLimitMs, 'the tables', boundLogId(tables));
    return bound === engine.log.logId ? null : 'are not those of this log';
  } catch (error) {
    if (error instanceof RetryableError) return 'do not answer';
    throw error;
  }
}

/** Says when commands are appended and nobody carries them out. */
function createCommandWatch({ engine, clock }: WatchEnginesOptions): () => Promise<string | null> {
  const store = engine.openStore('accounts', 'accounts');
  let lastMoved = { at: clock(), positions: '' };
  return async () => {
    const lags = await lagsOf(engine.log, store, ['accounts.commands'], null);
    const waiting = lags.reduce((sum, { lag }) => sum + lag, 0);
    const positions = lags.map(({ position }) => position).join();
    if (waiting === 0 || positions !== lastMoved.positions) lastMoved = { at: clock(), positions };
    if (clock() - lastMoved.at < commandsLimitMs) return null;
    return `are not carried out: ${waiting} wait`;
  };
}
