import { type Environment as EnvironmentName, topicNames, topics } from '../../schemas/topics.ts';
import { UsageError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { prepareRecords, writeRecords } from './append.ts';
import type { Catalogue } from './catalogue.ts';
import { consume } from './consume.ts';
import type { Environment } from './lmdb/environment.ts';
import type { Consumption, Log, NewRecord, RecordPosition } from './log.ts';
import { rangeOf, readRecords } from './read.ts';
import { deleteOlder } from './retention.ts';
import type { Wake } from './wake.ts';

export type Environments = Readonly<Record<EnvironmentName, Environment>>;

/** The log over LMDB. `close` ends the consumptions, waits for writes under way and closes the environments. */
export function createEmbeddedLog(
  environments: Environments,
  catalogue: Catalogue,
  wake: Wake,
  logger: Logger | undefined,
): Log {
  const consumptions = new Set<Consumption>();
  let closed: Promise<void> | null = null;

  const close = async (): Promise<void> => {
    await Promise.allSettled([...consumptions].map((consumption) => consumption.stop()));
    wake.close();
    await Promise.all([environments.data.close(), environments.accounts.close()]);
  };

  return {
    logId: catalogue.logId,
    partitionsOf: (topic) => catalogue.topic(topic).partitions,
    append: (records) => append(environments, catalogue, wake, records),
    read: async ({ topic, partition, from, maxRecords }) => {
      const environment = environments[catalogue.topic(topic).environment];
      const slot = catalogue.slot(topic, partition);
      return readRecords(environment, { topic, partition, slot }, from, maxRecords).records;
    },
    ranges: async (topic) => {
      const { partitions, environment } = catalogue.topic(topic);
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      return all.map((partition) => rangeOf(environments[environment], partition, catalogue.slot(topic, partition)));
    },
    consume: (options) => {
      const ended = (): void => {
        consumptions.delete(consumption);
      };
      const consumption = consume({ environments, catalogue, wake, ended }, options);
      consumptions.add(consumption);
      return consumption;
    },
    maintain: async (now) => {
      const deleted = await applyRetention(environments, catalogue, now);
      if (deleted > 0) logger?.info({ deleted }, 'records past their retention were deleted');
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function append(
  environments: Environments,
  catalogue: Catalogue,
  wake: Wake,
  records: readonly NewRecord[],
): Promise<readonly RecordPosition[]> {
  const { records: prepared, release } = prepareRecords(catalogue, records);
  const positions: RecordPosition[] = [];
  const write = async (name: EnvironmentName): Promise<void> => {
    const own = prepared.filter((record) => record.environment === name);
    if (own.length === 0) return;
    const environment = writable(environments[name]);
    const { offsets, appends } = await environment.transaction(() => writeRecords(environment, own));
    own.forEach(({ index, topic, partition }, at) => {
      positions[index] = { topic, partition, offset: offsets[at] ?? 0 };
    });
    wake.announce(name, appends);
  };
  // Not before both are over: of a failed one, the other may still read the records.
  const written = await Promise.allSettled([write('data'), write('accounts')]);
  release();
  for (const result of written) if (result.status === 'rejected') throw result.reason;
  return positions;
}

/** There is no compaction run: an append to a compact topic deletes the record that it replaces. */
async function applyRetention(environments: Environments, catalogue: Catalogue, now: number): Promise<number> {
  let deleted = 0;
  for (const topic of topicNames) {
    const { retentionMs } = topics[topic];
    if (retentionMs === null) continue;
    const { partitions, environment } = catalogue.topic(topic);
    for (let partition = 0; partition < partitions; partition++) {
      deleted += await deleteOlder(
        writable(environments[environment]),
        catalogue.slot(topic, partition),
        now - retentionMs,
      );
    }
  }
  return deleted;
}

function writable(environment: Environment): Environment {
  if (environment.readOnly) throw new UsageError('The log was opened for reading only.');
  return environment;
}
