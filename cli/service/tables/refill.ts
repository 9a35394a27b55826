import { type BrokenTable, dropDetachedParts, emptyBrokenTable } from '../../../infra/clickhouse/broken-parts.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { pause } from '../../../infra/async.ts';
import { UsageError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { partitionsOf, rewind } from '../../../pipeline/sink/checkpoints/rewind.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type Environment, type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import { lagsOf } from '../../engine/lags.ts';
import type { Engine } from '../../engine/open-engine.ts';
import type { RunningWorker } from '../workers/workers.ts';

/** Tables that have lost rows. */
export interface Refill {
  /** Those that are being filled again. */
  readonly broken: readonly BrokenTable[];
  /** Topics that fill them. */
  readonly topics: readonly TopicName[];
  /** Names of those that no topic fills. They are left as they are. */
  readonly unfilled: readonly string[];
}

const lanes = { data: 'sink', accounts: 'accounts-sink' } as const satisfies Readonly<Record<Environment, string>>;

const filledTables: ReadonlySet<string> = new Set(
  topicNames.flatMap((topic) => sinkTables[topic].map(({ table }) => table)),
);
const isFilled = ({ table }: BrokenTable): boolean => filledTables.has(`attestry.${table}`);

const topicsOf = (broken: readonly BrokenTable[]): readonly TopicName[] => {
  const names = new Set(broken.map(({ table }) => `attestry.${table}`));
  return topicNames.filter((topic) => sinkTables[topic].some(({ table }) => names.has(table)));
};

/** Which of the tables that have lost rows topics fill again. Logs each. */
export function planRefill(found: readonly BrokenTable[], logger: Pick<Logger, 'warn'>): Refill {
  const broken = found.filter(isFilled);
  const lost = found.filter((one) => !isFilled(one));
  for (const { table, reason } of lost) {
    logger.warn(
      { table, reason },
      'a part of the table cannot be read, and the log cannot fill it: it is left as it is',
    );
  }
  for (const { table, reason } of broken) {
    logger.warn(
      { table, reason },
      'a part of the table cannot be read: the table is emptied and filled again from the log',
    );
  }
  return { broken, topics: topicsOf(broken), unfilled: lost.map(({ table }) => table) };
}

const environments = Object.keys(lanes) as readonly Environment[];

const topicsIn = ({ topics: filling }: Refill, environment: Environment): readonly TopicName[] =>
  filling.filter((topic) => topics[topic].environment === environment);

/**
 * Empties tables that have lost rows and sets every topic that fills them back to its beginning, before the sink lanes start.
 * Their other tables take the rows again, which replace each other. Tables that no topic fills keep the rows they have.
 */
export async function beginRefill(
  found: readonly BrokenTable[],
  jobs: Pick<Tables, 'command'>,
  engine: Pick<Engine, 'log' | 'openStore' | 'schemas'>,
  logger: Pick<Logger, 'warn'>,
): Promise<Refill> {
  const refill = planRefill(found, logger);
  if (refill.broken.length > 0 && engine.schemas === null) {
    const names = refill.broken.map(({ table }) => table).join(', ');
    throw new UsageError(
      `The tables have lost rows of ${names}. With the log on Kafka they are not filled again by themselves: run \`attestry tables rebuild\`.`,
    );
  }
  for (const environment of environments) {
    const partitions = partitionsOf(engine.log, topicsIn(refill, environment));
    if (partitions.length > 0) await rewind(engine.openStore(lanes[environment], environment), partitions);
  }
  for (const table of refill.broken) await emptyBrokenTable(jobs, table);
  return refill;
}

/** The same while the lanes run. */
export async function refillRunning(
  refill: Refill,
  jobs: Pick<Tables, 'command'>,
  running: readonly Pick<RunningWorker, 'lane' | 'readAgain'>[],
): Promise<void> {
  const empty = async (): Promise<void> => {
    for (const table of refill.broken) await emptyBrokenTable(jobs, table);
  };
  // The tables are emptied once all lanes are set back, so that an interruption at any point loses nothing.
  const work = environments.reduce<() => Promise<void>>((next, environment) => {
    const names = topicsIn(refill, environment);
    if (names.length === 0) return next;
    const lane = running.find((one) => one.lane === lanes[environment]);
    if (lane === undefined) throw new Error(`no worker runs ${lanes[environment]}`);
    return () => lane.readAgain(names, next);
  }, empty);
  await work();
}

const pollMs = 20;

/** For `/readyz`: the tables that only the operator can mend; null when there are none. */
export const unfilledFinding = ({ unfilled }: Pick<Refill, 'unfilled'>): string | null =>
  unfilled.length === 0
    ? null
    : `have lost rows of ${unfilled.join(', ')}, which the log cannot fill again: stop the service and run \`attestry tables rebuild\`, which gives up the lost rows`;

/**
 * Waits until the lanes have read the topics to their end; false when `signal` ended the wait.
 * @param endOf why a lane no longer reads; null while it does
 * @throws Error when a lane that fills the tables has ended
 */
export async function awaitRefill(
  { broken, topics: filling }: Refill,
  tables: Pick<Tables, 'command'>,
  engine: Pick<Engine, 'log' | 'processors'>,
  endOf: (lane: string) => string | null,
  signal: AbortSignal,
): Promise<boolean> {
  for (const topic of filling) {
    const { environment } = topics[topic];
    for (;;) {
      const positions = await engine.processors.positionsOf(lanes[environment], environment);
      if ((await lagsOf(engine.log, positions, [topic], null)).every(({ lag }) => lag === 0)) break;
      if (signal.aborted) return false;
      const end = endOf(lanes[environment]);
      if (end !== null) throw new Error(`The tables are not filled again, because their sink ended: ${end}`);
      await pause(pollMs, signal);
    }
  }
  // Last: a start that is interrupted before begins again.
  for (const table of broken) await dropDetachedParts(tables, table);
  return true;
}
