import { join } from 'node:path';
import type { Environment as EnvironmentName } from '../../schemas/topics.ts';
import { topics } from '../../schemas/topics.ts';
import { dataFormat } from '../../schemas/data-format.ts';
import { refuseOtherFormat } from '../data-format.ts';
import { UsageError } from '../errors.ts';
import { openEmbeddedStore } from './embedded.ts';
import type { OpenStateStore } from './store.ts';
import type { Catalogue } from '../log/catalogue.ts';
import { type Environment, openEnvironment } from '../log/lmdb/environment.ts';
import type { Log } from '../log/log.ts';

export interface KafkaStores {
  readonly openStore: OpenStateStore;
  readonly close: () => Promise<void>;
}

/**
 * Processor state on a local disk beside a Kafka log. A commit appends the outputs, waits for them, and then writes state and
 * positions in one local transaction. If the process dies between the two, the batch is processed again with the same
 * outputs. An append goes to several brokers, and some of its records may be lost; so records that vouch for others
 * (`writtenLast`) are appended after them. Throws UsageError when the directory has state folded from another log, and
 * DataFormatError for state of another data format.
 */
export function openKafkaStores(
  log: Log,
  options: { readonly directory: string; readonly prefix: string },
): KafkaStores {
  const opened = new Map<EnvironmentName, Environment>();
  const environmentOf = (name: EnvironmentName): Environment => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const path = join(options.directory, 'state', name);
    const environment = openEnvironment(path, false);
    opened.set(name, environment);
    bind(environment, log.logId, path);
    return environment;
  };
  return {
    openStore: (processor, environmentName) => {
      const local = openEmbeddedStore({
        processor: `${options.prefix}${processor}`,
        environmentName,
        environment: environmentOf(environmentName),
        catalogue: withoutTopics(log.logId),
        announce: () => undefined,
      });
      return {
        ...local,
        commit: async ({ outputs, ...rest }) => {
          for (const { topic } of outputs) {
            const { environment } = topics[topic];
            if (environment === environmentName) continue;
            throw new Error(`${processor} keeps state in ${environmentName} but writes to ${environment}`);
          }
          await log.append(outputs.filter(({ topic }) => !topics[topic].writtenLast));
          await log.append(outputs.filter(({ topic }) => topics[topic].writtenLast));
          await local.commit({ ...rest, outputs: [] });
        },
      };
    },
    close: async () => {
      await Promise.all([...opened.values()].map((environment) => environment.close()));
    },
  };
}

/** The state stores the data format, and the id of the log that it was folded from. */
function bind({ meta, transactionSync }: Environment, logId: string, path: string): void {
  const stored = meta.get('logId') as string | undefined;
  if (stored === undefined) {
    transactionSync(() => {
      meta.putSync('dataFormat', dataFormat);
      meta.putSync('logId', logId);
    });
    return;
  }
  refuseOtherFormat(meta.get('dataFormat'), { what: path, by: 'path' });
  if (stored !== logId) {
    throw new UsageError(
      `${path} holds state made of the log ${stored}, not of ${logId}. Use another directory, or delete this one to fold the log again.`,
    );
  }
}

/** The local transaction has no outputs, so it never looks up a topic. */
const withoutTopics = (logId: string): Catalogue => {
  const refuse = (): never => {
    throw new Error('the local state holds no topics');
  };
  return { logId, topic: refuse, slot: refuse };
};
