import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import type { LogRecord, PartitionRange } from '../../infra/log/log.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import { acquireServiceLock, type ServiceLock } from '../../infra/log/service-lock.ts';
import { type TopicName, topicNames } from '../../schemas/topics.ts';
import { command, type Context, runs } from '../program/command.ts';
import { copySchemas, placesOf, translateValue, type Translation } from '../log/copy-log.ts';
import { readLogCopy, writeLogCopy } from '../engine/moved-log.ts';
import { requireSettings } from '../service/required-settings.ts';
import { codecOver } from '../engine/topic-codec.ts';
import { counted } from '../program/output/counted.ts';

export const logCommand = (): Command =>
  command('log').addCommand(
    command(
      'copy',
      'copies the embedded log to the brokers of ATTESTRY_KAFKA_BROKERS; resumes an interrupted copy',
    ).action(runs(copy)),
  );

async function copy(context: Context): Promise<void> {
  const { config } = context.loaded;
  requireSettings(config, ['kafkaBrokers', 'schemaRegistryUrl'], 'attestry log copy');
  if (!existsSync(join(config.dataDir, 'log', 'accounts', 'data.mdb'))) {
    throw new UsageError(`${config.dataDir} holds no log: there is nothing to copy.`);
  }
  const lock = await lockUnlessRunning(config, context);
  const { topicPartitions: partitions, topicPrefix: prefix } = config;
  const source = openEmbeddedEngine({ directory: config.dataDir, partitions, prefix, logger: context.logger });
  try {
    await copyFrom(context, source, lock !== null);
  } finally {
    await source.close();
    await lock?.release();
  }
}

/**
 * Beside a running service this copies most of the log. The end, and the mark that the copy is complete, require a
 * stopped service.
 */
async function lockUnlessRunning(config: Config, { out }: Context): Promise<ServiceLock | null> {
  try {
    return await acquireServiceLock(config.dataDir, 'attestry log copy');
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    out.note(
      `a service runs: what it goes on to write is not copied. Stop it, then run this again. (${error.message})`,
    );
    return null;
  }
}

async function copyFrom({ loaded, out, logger, clock }: Context, source: EmbeddedEngine, last: boolean): Promise<void> {
  const { config } = loaded;
  const { applyTopics } = await import('../engine/apply-topics.ts');
  const { kafkaOptions, remoteRegistry } = await import('../engine/kafka-engine.ts');
  const { copyLog, refuseFilled } = await import('../../infra/log/migration/copy-log.ts');
  const { verifyCopy } = await import('../../infra/log/migration/verify-copy.ts');
  const { openKafkaLog } = await import('../../infra/log/kafka/log/kafka-log.ts');
  const { placeOffsets } = await import('../../infra/log/kafka/group/place-offsets.ts');

  await applyTopics({ ...config, topicPartitions: partitionsOf(source) }, logger);
  const options = kafkaOptions(config, logger);
  const target = await openKafkaLog(options);
  const to = target.logId;
  await target.close();
  const from = source.log.logId;
  const earlier = readLogCopy(config);
  const resume = earlier?.from === from && earlier.to === to;
  if (resume && earlier.completedAt !== null) {
    throw new UsageError(
      `the log was copied at ${earlier.completedAt}, and goes on in ${to}: there is nothing to copy`,
    );
  }
  const registry = remoteRegistry(config);
  const asTheyAre = new Set<string>();
  const translation: Translation = {
    ids: await copySchemas(source, registry, config.topicPrefix),
    from: await codecOver(source.schemas, config),
    to: await codecOver(registry, config),
    unreadable: ({ topic, partition, offset }) => asTheyAre.add(`${topic}/${partition}/${offset}`),
  };
  const copying = {
    ...options,
    source: source.log,
    ranges: await rangesOf(source),
    translate: (record: LogRecord) => translateValue(translation, record),
  };
  if (!resume) await refuseFilled(options);
  writeLogCopy(config, { from, to, completedAt: null });
  let copiedRecords = 0;
  const summary = await copyLog({
    ...copying,
    copied: (topic, records) => {
      copiedRecords += records;
      if (copiedRecords % noteEvery < records) out.note(`${copiedRecords} records; ${topic}`);
    },
  });
  const { compared: verified, gone } = await verifyCopy(copying);
  if (asTheyAre.size > 0) {
    out.note(
      `${asTheyAre.size} dead letters could not be read; they were copied byte by byte, with the schema ids they had`,
    );
  }
  if (last) {
    for (const [group, offsets] of placesOf(source)) await placeOffsets(options, group, offsets);
    writeLogCopy(config, { from, to, completedAt: new Date(clock()).toISOString() });
  }
  out.result(
    { from, to, ...summary, verified, gone, unreadable: asTheyAre.size, complete: last },
    `${counted(summary.records, 'record')} copied, ${verified} compared${gone === 0 ? '' : `, ${gone} of them already deleted by retention or compaction there`}; ${last ? `the log is now ${to}` : 'not complete while a service runs'}`,
  );
}

const noteEvery = 100_000;

async function rangesOf({ log }: EmbeddedEngine): Promise<ReadonlyMap<TopicName, readonly PartitionRange[]>> {
  const ranges = new Map<TopicName, readonly PartitionRange[]>();
  for (const topic of topicNames) ranges.set(topic, await log.ranges(topic));
  return ranges;
}

/** Offsets are the same in both logs only if both have the same number of partitions. */
function partitionsOf({ log }: EmbeddedEngine): number {
  const counts = new Set(topicNames.map((topic) => log.partitionsOf(topic)));
  const [count] = counts;
  if (count !== undefined && counts.size === 1) return count;
  throw new UsageError(
    `the topics of the log have different numbers of partitions (${[...counts].join(', ')}); create those of Kafka by hand, each with its number, then run this again`,
  );
}
