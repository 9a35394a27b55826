import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { topicNames, topics } from '../../schemas/topics.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isCluster, openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { table } from '../program/output/table.ts';
import { topicNamed, topicsTailCommand } from './topics-tail.ts';

export const topicsCommand = (): Command =>
  command('topics')
    .addCommand(command('list', 'topics, their keys, partitions and ends').action(runs(listTopics)))
    .addCommand(command('apply', 'creates missing topics and registers schemas; idempotent').action(runs(applyTopics)))
    .addCommand(
      command('accept-loss', 'gives up records that the brokers have deleted from a topic that is kept for ever')
        .argument('<topic>', 'name of the topic, with or without prefix')
        .action(runs(acceptLossOf)),
    )
    .addCommand(topicsTailCommand());

async function listTopics({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const rows = [];
    for (const topic of topicNames) {
      const ranges = await engine.log.ranges(topic);
      const { key, cleanup, retentionMs, timestamp, public: isPublic } = topics[topic];
      const records = ranges.reduce((sum, { low, end }) => sum + end - low, 0);
      rows.push({
        topic: `${loaded.config.topicPrefix}${topic}`,
        key,
        cleanup,
        retentionMs,
        timestamp,
        public: isPublic,
        partitions: ranges.length,
        records,
      });
    }
    const cells = rows.map((row) => [
      row.topic,
      row.key,
      row.cleanup,
      row.timestamp,
      String(row.partitions),
      String(row.records),
    ]);
    out.result(rows, table(['topic', 'key', 'cleanup', 'time', 'partitions', 'offsets'], cells, out.width));
  } finally {
    await engine.close();
  }
}

async function applyTopics(context: Context): Promise<void> {
  if (isCluster(context.loaded.config)) await applyOnKafka(context);
  else await applyEmbedded(context);
}

async function applyOnKafka({ loaded, out, logger }: Context): Promise<void> {
  const { applyTopics: apply } = await import('../engine/apply-topics.ts');
  const reports = await apply(loaded.config, logger);
  const created = reports.filter(({ state }) => state === 'created');
  const differing = reports.filter(({ state }) => state === 'differs');
  const lines = differing.flatMap(({ topic, differences }) => differences.map((one) => `\n${topic}: ${one}`));
  out.result(
    reports,
    `${created.length} topics were created, ${reports.length - created.length} were there; schemas are registered${lines.join('')}`,
  );
  if (differing.some(({ matters }) => matters)) {
    throw new CommandFailed('topics are kept otherwise than they must be; nothing was altered: set them right by hand');
  }
}

async function applyEmbedded({ loaded, out, logger }: Context): Promise<void> {
  const engine = await openEngine(loaded.config, logger);
  try {
    const partitions = topicNames.map((topic) => ({ topic, partitions: engine.log.partitionsOf(topic) }));
    out.result(partitions, `${partitions.length} topics are there, their schemas are registered`);
  } finally {
    await engine.close();
  }
}

/** From then on, processes read the topic from its first record, and begin with a topic that was created again. */
async function acceptLossOf({ loaded: { config }, out, logger }: Context, name: string): Promise<void> {
  const topic = topicNamed(name, config.topicPrefix);
  if (!isCluster(config)) {
    throw new UsageError('The log in the data directory loses no records of a topic that is kept for ever.');
  }
  const { kafkaOptions } = await import('../engine/kafka-engine.ts');
  const { acceptLoss } = await import('../../infra/log/kafka/topics/accept-loss.ts');
  const accepted = await acceptLoss(kafkaOptions(config, logger), topic);
  const { replaced, lost } = accepted;
  const what = lost.map(({ partition, below }) => `partition ${partition} below offset ${below}`).join(', ');
  out.result(
    { topic: `${config.topicPrefix}${topic}`, ...accepted },
    replaced ? `${topic} begins again with the topic of that name` : `given up: ${what === '' ? 'nothing' : what}`,
  );
}
