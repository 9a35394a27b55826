import { type Environment, type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { sinkTables } from '../sink/tables.ts';

/** A reader of the log with a stored position. */
export interface Consumer {
  readonly name: string;
  /** The role of a cluster that runs it. */
  readonly role: 'processors' | 'publishers' | 'sink';
  readonly inputs: readonly TopicName[];
  /** Topic that every instance reads in full, in addition to the partitioned input. */
  readonly global: TopicName | null;
  /** Environment of its state and outputs. */
  readonly environment: Environment;
}

const carriedBy = (environment: Environment): readonly TopicName[] =>
  topicNames.filter((topic) => topics[topic].environment === environment && sinkTables[topic].length > 0);

/** Every processor, publisher that follows the log, and sink lane. */
export const consumers: readonly Consumer[] = [
  { name: 'chains', role: 'publishers', inputs: ['registry.assets'], global: null, environment: 'data' },
  { name: 'ingest', role: 'processors', inputs: ['feed.captures'], global: null, environment: 'data' },
  { name: 'disclose', role: 'processors', inputs: ['document.captures'], global: null, environment: 'data' },
  { name: 'declare', role: 'processors', inputs: ['registry.assets'], global: 'registry.parties', environment: 'data' },
  { name: 'screen', role: 'processors', inputs: ['sanctions.entries'], global: 'asset.subjects', environment: 'data' },
  { name: 'attribute', role: 'processors', inputs: ['register.rows'], global: 'asset.subjects', environment: 'data' },
  { name: 'detect', role: 'processors', inputs: ['observations'], global: null, environment: 'data' },
  { name: 'reconcile', role: 'processors', inputs: ['token.facts'], global: null, environment: 'data' },
  { name: 'oblige', role: 'processors', inputs: ['asset.facts'], global: null, environment: 'data' },
  { name: 'accounts', role: 'processors', inputs: ['accounts.commands'], global: null, environment: 'accounts' },
  { name: 'intake', role: 'processors', inputs: ['accounts.events'], global: 'asset.records', environment: 'accounts' },
  { name: 'sink', role: 'sink', inputs: carriedBy('data'), global: null, environment: 'data' },
  { name: 'accounts-sink', role: 'sink', inputs: carriedBy('accounts'), global: null, environment: 'accounts' },
];
