import { type Environment, type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { sinkTables } from '../sink/tables.ts';

/** A reader of the log with a stored position. */
export interface Consumer {
  readonly name: string;
  readonly inputs: readonly TopicName[];
  /** Topic that every instance reads in full, in addition to the partitioned input. */
  readonly global: TopicName | null;
  /** Environment of its state and outputs. */
  readonly environment: Environment;
}

const carriedBy = (environment: Environment): readonly TopicName[] =>
  topicNames.filter((topic) => topics[topic].environment === environment && sinkTables[topic].length > 0);

/** Every processor and sink lane. */
export const consumers: readonly Consumer[] = [
  { name: 'ingest', inputs: ['feed.captures'], global: null, environment: 'data' },
  { name: 'declare', inputs: ['registry.assets'], global: 'registry.parties', environment: 'data' },
  { name: 'screen', inputs: ['sanctions.entries'], global: 'asset.subjects', environment: 'data' },
  { name: 'attribute', inputs: ['register.rows'], global: 'asset.subjects', environment: 'data' },
  { name: 'detect', inputs: ['observations'], global: null, environment: 'data' },
  { name: 'accounts', inputs: ['accounts.commands'], global: null, environment: 'accounts' },
  { name: 'intake', inputs: ['accounts.events'], global: 'asset.records', environment: 'accounts' },
  { name: 'sink', inputs: carriedBy('data'), global: null, environment: 'data' },
  { name: 'accounts-sink', inputs: carriedBy('accounts'), global: null, environment: 'accounts' },
];
