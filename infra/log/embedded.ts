import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment as EnvironmentName, topicNames, topics } from '../../schemas/topics.ts';
import { UsageError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { createEmbeddedRegistry, type EmbeddedRegistry } from '../schema-registry/embedded.ts';
import { openEmbeddedStore } from '../state/embedded.ts';
import type { OpenStateStore } from '../state/store.ts';
import { prepareRecords, writeRecords } from './append.ts';
import { type Catalogue, openCatalogue } from './catalogue.ts';
import { consume } from './consume.ts';
import { type Environment, openEnvironment } from './environment.ts';
import type { Consumption, Log, NewRecord, RecordPosition } from './log.ts';
import { rangeOf, readRecords } from './read.ts';
import { deleteOlder } from './retention.ts';
import { createWake, type Wake } from './wake.ts';

export interface EmbeddedOptions {
  /** Data directory; the log is in its folder `log`. */
  readonly directory: string;
  /** Partitions of topics that do not exist yet. */
  readonly partitions: number;
  /** Topic and subject prefix. */
  readonly prefix?: string;
  readonly logger?: Logger;
  /** For reading beside a running service: creates nothing and refuses to append. */
  readonly readOnly?: boolean;
}

export interface EmbeddedEngine {
  readonly log: Log;
  readonly openStore: OpenStateStore;
  readonly schemas: EmbeddedRegistry;
  /** Ends the consumptions, waits for writes under way and closes the files. */
  readonly close: () => Promise<void>;
}

type Environments = Readonly<Record<EnvironmentName, Environment>>;

/**
 * Opens the log, the processor state and the schema registry of a data directory. Several threads and processes may have it
 * open at once. A thread must open a directory only once, because two handles of a thread would wait for each other's lock.
 * `readOnly` requires a separate process, because the threads of a process share the environment that the first one opened.
 */
export function openEmbeddedEngine(options: EmbeddedOptions): EmbeddedEngine {
  const { directory, partitions, prefix = 'attestry.', readOnly = false, logger } = options;
  const folder = join(directory, 'log');
  if (readOnly && !existsSync(join(folder, 'accounts', 'data.mdb'))) {
    throw new UsageError(`${directory} holds no log yet: start the service on it once.`);
  }
  const environments: Environments = {
    data: openEnvironment(join(folder, 'data'), readOnly),
    accounts: openEnvironment(join(folder, 'accounts'), readOnly),
  };
  const catalogue = openCatalogue(environments, { prefix, partitions, directory });
  const wake = createWake(folder, environments);
  const log = createLog(environments, catalogue, wake, logger);
  return {
    log,
    openStore: (processor, environment) =>
      openEmbeddedStore({
        processor: `${prefix}${processor}`,
        environmentName: environment,
        environment: environments[environment],
        catalogue,
        announce: wake.announce,
      }),
    schemas: createEmbeddedRegistry(environments.data),
    close: log.close,
  };
}

function createLog(environments: Environments, catalogue: Catalogue, wake: Wake, logger: Logger | undefined): Log {
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
    const offsets = await environment.transaction(() => writeRecords(environment, own));
    own.forEach(({ index, topic, partition }, at) => {
      positions[index] = { topic, partition, offset: offsets[at] ?? 0 };
    });
    wake.announce(name);
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
