import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { isTopicName, type TopicName, topicNames, topics } from '../../schemas/topics.ts';
import { command, type Context, runs } from '../program/command.ts';
import { type Engine, isCluster, openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/exit.ts';
import { table } from '../program/output.ts';
import { decodeOrNull } from '../log/read-topic.ts';

export const topicsCommand = (): Command =>
  command('topics')
    .addCommand(command('list', 'topics, their keys, partitions and ends').action(runs(listTopics)))
    .addCommand(command('apply', 'creates missing topics and registers schemas; idempotent').action(runs(applyTopics)))
    .addCommand(
      command('accept-loss', 'gives up records that the brokers have deleted from a topic that is kept for ever')
        .argument('<topic>', 'with or without prefix')
        .action(runs(acceptLossOf)),
    )
    .addCommand(
      command('tail', 'decoded records')
        .argument('<topic>', 'with or without prefix')
        .option('--from <where>', 'earliest, latest or an offset', 'earliest')
        .option('--max <n>', 'stop after so many records')
        .option('--follow', 'go on as records are appended')
        .action(runs(tailTopic)),
    );

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
    out.result(rows, table(['topic', 'key', 'cleanup', 'time', 'partitions', 'offsets'], cells));
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

function topicNamed(name: string, prefix: string): TopicName {
  const topic = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (!isTopicName(topic)) throw new UsageError(`no topic "${name}"; attestry topics list shows the names`);
  return topic;
}

interface TailOptions {
  readonly from: string;
  readonly max?: string;
  readonly follow?: boolean;
}

async function tailTopic(context: Context, name: string, options: TailOptions): Promise<void> {
  const { loaded, out, logger } = context;
  const prefix = loaded.config.topicPrefix;
  const topic = topicNamed(name, prefix);
  const max = options.max === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max', options.max);
  const engine = await openEngine(loaded.config, logger);
  try {
    await tail(engine, topic, { from: options.from, max, follow: options.follow === true }, (row) => {
      out.row({ ...row, topic: `${prefix}${topic}` }, JSON.stringify(row.value));
    });
  } finally {
    await engine.close();
  }
}

interface TailedRow {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly timestamp: number;
  readonly key: string | null;
  readonly value: unknown;
}

async function tail(
  engine: Engine,
  topic: TopicName,
  options: { readonly from: string; readonly max: number; readonly follow: boolean },
  show: (row: TailedRow) => void,
): Promise<void> {
  const ranges = new Map((await engine.log.ranges(topic)).map((range) => [range.partition, range]));
  const startOf = (partition: number): number => {
    const range = ranges.get(partition);
    if (options.from === 'earliest') return range?.low ?? 0;
    return options.from === 'latest' ? (range?.end ?? 0) : wholeNumber('--from', options.from);
  };
  let shown = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const consumption = engine.log.consume({
    topics: [topic],
    group: null,
    maxRecords: 500,
    startAt: async (_, partition) => startOf(partition),
    onChunk: async ({ records }) => {
      await engine.codec.prepare(records.map((record) => record.value));
      for (const record of records) {
        if (shown >= options.max) break;
        shown += 1;
        const { partition, offset, timestamp, key } = record;
        show({
          topic,
          partition,
          offset,
          timestamp,
          key: key?.toString('utf8') ?? null,
          value: printable(decodeOrNull(engine, topic, record)),
        });
      }
      if (shown >= options.max) finish();
    },
    onCaughtUp: async () => {
      if (!options.follow) finish();
    },
  });
  process.once('SIGINT', finish);
  await Promise.race([finished, consumption.done]);
  await consumption.stop();
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${option} takes a whole number, not "${text}"`);
  return Number(text);
}

/** The value with its byte fields as base64 text, as in the tables. */
function printable(value: object | null): unknown {
  if (value === null) return null;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      Buffer.isBuffer(member) ? member.toString('base64') : member,
    ]),
  );
}
