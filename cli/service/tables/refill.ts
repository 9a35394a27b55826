import { type BrokenTable, emptyBrokenTable } from '../../../infra/clickhouse/upkeep/broken-parts.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import { UsageError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { partitionsOf, rewind } from '../../../pipeline/sink/checkpoints/rewind.ts';
import {
  isRecorded,
  mayLackRows,
  recordWhole,
  setBackUnsynced,
} from '../../../pipeline/sink/checkpoints/unsynced-rows.ts';
import { sinkTables } from '../../../pipeline/sink/tables.ts';
import { type Environment, type TopicName, topicNames, topics } from '../../../schemas/topics.ts';
import type { Engine } from '../../engine/open-engine.ts';
import type { RunningWorker } from '../workers/workers.ts';

/** Tables that have lost rows, or may have. */
export interface Refill {
  /** Those that were emptied, and are filled again. */
  readonly broken: readonly BrokenTable[];
  /** Topics whose rows are inserted again: those that fill these tables, and those whose newest rows may be lost. */
  readonly topics: readonly TopicName[];
  /** Names of those that no topic fills. They are left as they are. */
  readonly unfilled: readonly string[];
}

/** The sink lane of each environment. */
export const lanes = { data: 'sink', accounts: 'accounts-sink' } as const satisfies Readonly<
  Record<Environment, string>
>;

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

const filledTopics = (environment: Environment): readonly TopicName[] =>
  topicNames.filter((topic) => topics[topic].environment === environment && sinkTables[topic].length > 0);

/** Topics that were set back because a start of the machine may have lost their newest rows, or a refill has not ended. */
async function setBackAfterBoot(
  { log, openStore, schemas }: Pick<Engine, 'log' | 'openStore' | 'schemas'>,
  { boot, now }: Moment,
): Promise<readonly TopicName[]> {
  // A lane on Kafka reads what its group committed.
  if (schemas === null) return [];
  const setBack: TopicName[] = [];
  for (const environment of environments) {
    const store = openStore(lanes[environment], environment);
    if (!mayLackRows(store, boot)) continue;
    // Rows may have been inserted before a first position was stored, but not before the first start of a service.
    const filled = partitionsOf(log, filledTopics(environment)).filter(
      ({ topic, partition }) => isRecorded(store) || store.position(topic, partition) !== null,
    );
    if (filled.length === 0) continue;
    await setBackUnsynced(store, filled, now);
    setBack.push(...new Set(filled.map(({ topic }) => topic)));
  }
  return setBack;
}

/** When a process starts. */
export interface Moment {
  /** Of the machine (`infra/process/boot-id.ts`). */
  readonly boot: string | null;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Empties tables that have lost rows and sets every topic that fills them back to its beginning, before the sink lanes start.
 * Their other tables take the rows again, which replace each other. Tables that no topic fills keep the rows they have. If the
 * machine was started since the tables had all rows, or an earlier refill was cut short, all topics are set back to where their
 * rows are on the disk for sure.
 */
export async function beginRefill(
  found: readonly BrokenTable[],
  jobs: Pick<Tables, 'command'>,
  engine: Pick<Engine, 'log' | 'openStore' | 'schemas'>,
  logger: Pick<Logger, 'warn'>,
  moment: Moment,
): Promise<Refill> {
  const unsynced = await setBackAfterBoot(engine, moment);
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
  return { ...refill, topics: [...new Set([...refill.topics, ...unsynced])] };
}

/** Records, once a refill has ended, that the tables of lanes have all rows: a further start waits for none. */
export async function recordRefilled(
  { openStore, schemas }: Pick<Engine, 'openStore' | 'schemas'>,
  { boot }: Pick<Moment, 'boot'>,
  filled: readonly Environment[] = environments,
): Promise<void> {
  if (schemas === null) return;
  for (const environment of filled) {
    const store = openStore(lanes[environment], environment);
    if (mayLackRows(store, boot)) await recordWhole(store, boot);
  }
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

/** For `/readyz`: the tables that only the operator can mend; null when there are none. */
export const unfilledFinding = ({ unfilled }: Pick<Refill, 'unfilled'>): string | null =>
  unfilled.length === 0
    ? null
    : `have lost rows of ${unfilled.join(', ')}, which the log cannot fill again: stop the service and run \`attestry tables rebuild\`, which gives up the lost rows`;
