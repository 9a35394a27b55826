import { committedSchemas } from './generated/schemas.ts';
import { subjectOf, type TopicName, topicNames } from './topics.ts';

/** A committed schema version and the registry subject it belongs to. */
export interface CommittedSchema {
  readonly subject: string;
  readonly topic: TopicName;
  /** 1 for the oldest. */
  readonly version: number;
  /** Avro schema as JSON text, exactly as registered. */
  readonly schema: string;
}

/** All versions of a topic's value schema, oldest first. */
export function schemasOf(topic: TopicName): readonly string[] {
  return committedSchemas[topic] ?? [];
}

/** The version that this code writes. */
export function currentSchemaOf(topic: TopicName): string {
  const schema = schemasOf(topic).at(-1);
  if (schema === undefined) throw new Error(`topic ${topic} has no committed schema; run npm run generate`);
  return schema;
}

/** Every committed version of every topic, in the order of registration. */
export const committed = (prefix: string): readonly CommittedSchema[] =>
  topicNames.flatMap((topic) =>
    schemasOf(topic).map((schema, index) => ({ subject: subjectOf(prefix, topic), topic, version: index + 1, schema })),
  );
