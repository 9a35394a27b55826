import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { schemaIdOf } from '../../schemas/framed-value.ts';
import { isTopicName, type TopicName } from '../../schemas/topics.ts';
import { openEngine } from '../engine/open-engine.ts';
import { headlineOf, printable } from '../log/headline.ts';
import { tailTopic } from '../log/tail-topic.ts';
import { command, type Context, runs } from '../program/command.ts';
import { shortened } from '../program/output/table.ts';

export const topicsTailCommand = (): Command =>
  command('tail', 'records of a topic: time, key and headline a line; whole with --json')
    .argument('<topic>', 'name of the topic, with or without prefix')
    .option('--from <where>', 'earliest, latest or an offset', 'earliest')
    .option('--max <n>', 'stop after this number of records')
    .option('--follow', 'keep waiting for new records')
    .option('--grep <text>', 'only records with this text in key or value; ignores case')
    .option('--raw', 'the bytes as base64, a JSON line a record, also those that no schema reads')
    .action(runs(tail));

/** Throws UsageError for a name that no topic has. */
export function topicNamed(name: string, prefix: string): TopicName {
  const topic = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (!isTopicName(topic)) throw new UsageError(`no topic "${name}"; attestry topics list shows the names`);
  return topic;
}

interface TailOptions {
  readonly from: string;
  readonly max?: string;
  readonly follow?: boolean;
  readonly grep?: string;
  readonly raw?: boolean;
}

async function tail({ loaded, out, logger }: Context, name: string, options: TailOptions): Promise<void> {
  const { topicPrefix: prefix } = loaded.config;
  const topic = topicNamed(name, prefix);
  const max = options.max === undefined ? Number.POSITIVE_INFINITY : wholeNumber('--max', options.max);
  const from = ['earliest', 'latest'].includes(options.from) ? null : offsetOption(options.from);
  const wanted = options.grep?.toLowerCase() ?? null;
  if (max === 0) return;
  const engine = await openEngine(loaded.config, logger);
  let shown = 0;
  try {
    await tailTopic(engine, {
      topic,
      startOf: ({ low, end }) => from ?? (options.from === 'latest' ? end : low),
      follow: options.follow === true,
      show: ({ partition, offset, timestamp, key: keyBytes, value: bytes }, decoded) => {
        const key = keyBytes?.toString('utf8') ?? null;
        const value = printable(decoded);
        if (wanted !== null && !`${key ?? ''} ${JSON.stringify(value)}`.toLowerCase().includes(wanted)) return true;
        if (options.raw === true) {
          const raw = { topic: `${prefix}${topic}`, partition, offset, timestamp, ...rawOf(keyBytes, bytes) };
          out.row(raw, JSON.stringify(raw));
          shown += 1;
          return shown < max;
        }
        const time = new Date(timestamp).toISOString();
        const line = `${time}  ${key ?? '-'}  ${headlineOf(topic, decoded)}`;
        out.row(
          { topic: `${prefix}${topic}`, partition, offset, timestamp, key, value },
          shortened(line.replaceAll(/(?<!\s)\s*\n\s*/g, ' '), out.width),
        );
        shown += 1;
        return shown < max;
      },
    });
  } finally {
    await engine.close();
  }
}

/** As a consumer gets them from a broker. `schemaId` is null for a value without a frame, as a tombstone. */
const rawOf = (key: Buffer | null, value: Buffer | null) => ({
  keyBase64: key?.toString('base64') ?? null,
  valueBase64: value?.toString('base64') ?? null,
  schemaId: value === null ? null : schemaIdOf(value),
});

function offsetOption(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--from takes earliest, latest or an offset, a whole number; not "${text}"`);
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${option} takes a whole number, not "${text}"`);
  return Number(text);
}
