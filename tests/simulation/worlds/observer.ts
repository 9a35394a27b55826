import { endOf } from '../../../infra/log/lmdb/end-of.ts';
import { type Catalogue, openCatalogue } from '../../../infra/log/catalogue.ts';
import type { Environments } from '../../../infra/log/embedded.ts';
import { openEnvironment } from '../../../infra/log/lmdb/environment.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { readRecords } from '../../../infra/log/read.ts';
import { type TopicName, topics } from '../../../schemas/topics.ts';
import { SimulatedProcess } from '../kernel/process.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { partitionsOfTopics } from './empty-log.ts';

/** Reads the log and the positions of processors without being a part of the program. */
export interface Observer {
  readonly environments: Environments;
  readonly catalogue: Catalogue;
  /** End offsets of a topic, by partition. */
  readonly endsOf: (topic: TopicName) => readonly number[];
  /** Next offset that a processor reads. */
  readonly positionOf: (processor: string, topic: TopicName, partition: number) => number;
  /** Records of a partition; without `from`, all of them. */
  readonly recordsOf: (topic: TopicName, partition: number, from?: number) => readonly LogRecord[];
}

const allRecords = 100_000;

export function observeLog(simulation: Simulation): Observer {
  simulation.current = new SimulatedProcess('observer').thread('main');
  const environments = {
    data: openEnvironment('data/log/data', false),
    accounts: openEnvironment('data/log/accounts', false),
  };
  const catalogue = openCatalogue(environments, {
    prefix: 'attestry.',
    partitions: partitionsOfTopics,
    directory: 'data',
  });
  simulation.current = null;
  const environmentOf = (topic: TopicName) => {
    const environment = environments[topics[topic].environment];
    environment.refresh();
    return environment;
  };
  return {
    environments,
    catalogue,
    endsOf: (topic) => {
      const environment = environmentOf(topic);
      return partitions.map((partition) => endOf(environment, catalogue.slot(topic, partition)));
    },
    positionOf: (processor, topic, partition) => {
      return environmentOf(topic).positions.get([`attestry.${processor}`, topic, partition]) ?? 0;
    },
    recordsOf: (topic, partition, from = 0) => {
      const place = { topic, partition, slot: catalogue.slot(topic, partition) };
      return readRecords(environmentOf(topic), place, from, allRecords).records;
    },
  };
}

export const partitions: readonly number[] = Array.from({ length: partitionsOfTopics }, (_, partition) => partition);
