import type { Config } from '../../infra/config/config.ts';
import { type Codec, createCodec, type SchemaSource } from '../../schemas/codec.ts';
import { subjectOf, topicNames } from '../../schemas/topics.ts';

/** A codec for all topics over a registry. */
export const codecOver = (schemas: SchemaSource, { topicPrefix }: Config): Promise<Codec> =>
  createCodec(schemas, new Map(topicNames.map((topic) => [topic, subjectOf(topicPrefix, topic)])), Date.now);
