import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import type { Feed } from '../../pipeline/ingest/feed.ts';
import { chainFeeds } from '../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import type { FeedCapture, FeedRun } from '../../schemas/generated/records.ts';
import { appendValues } from '../log/append.ts';
import { awaitRecord, endsOf } from '../log/await-record.ts';
import { isRunning } from '../engine/is-running.ts';
import type { Engine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { newestValues, readTopic } from '../log/read-topic.ts';
import { currentReading } from '../engine/tables-client.ts';

const pollEveryMs = 500;

/** Why a capture that `ingest` has read has no run. */
export const notProcessed = 'ingest could not process the capture; attestry dead-letters list shows why';

/** A feed by id. Throws UsageError that lists the ids. */
export function feedById(id: string): Feed {
  const feed = feeds.get(id);
  if (feed === undefined) throw new UsageError(`no feed "${id}"; there are ${[...feeds.keys()].join(', ')}`);
  return feed;
}

/** Last capture of a feed, whether or not it was accepted. */
export async function lastCaptureOf(engine: Engine, feed: string): Promise<FeedCapture | null> {
  let last: FeedCapture | null = null;
  for await (const { value } of readTopic(engine, 'feed.captures')) if (value?.feed === feed) last = value;
  return last;
}

/** A capture by id; null when the log has none. */
export async function captureById(engine: Engine, captureId: string): Promise<FeedCapture | null> {
  for await (const { value } of readTopic(engine, 'feed.captures')) if (value?.captureId === captureId) return value;
  return null;
}

/** Last run of a feed whose snapshot was accepted or found unchanged. */
export async function lastAcceptedOf(engine: Engine, feed: string): Promise<FeedRun | null> {
  let last: FeedRun | null = null;
  for await (const { value } of readTopic(engine, 'feed.runs')) {
    if (value?.feed === feed && value.status !== 'rejected') last = value;
  }
  return last;
}

/**
 * Appends a capture and waits for the run that `ingest` writes. `onReading` gets the progress in a large file. Throws
 * CommandFailed when no processor answers.
 */
export async function runCapture(
  engine: Engine,
  config: Config,
  capture: FeedCapture,
  now: number,
  onReading: (records: number) => void = () => undefined,
): Promise<FeedRun> {
  const from = await endsOf(engine, 'feed.runs');
  const [position] = await appendValues(engine, 'feed.captures', [{ value: capture, timestamp: now }]);
  const isPending = async (): Promise<boolean> => {
    const ingest = await engine.processors.positionsOf('ingest', 'data');
    if (position !== undefined && (ingest.position('feed.captures', position.partition) ?? 0) > position.offset) {
      throw new CommandFailed(notProcessed);
    }
    return isRunning(engine, 'ingest');
  };
  const matches = ({ captureId }: FeedRun): boolean => captureId === capture.captureId;
  const hashes = new Set(capture.artifacts.map(({ sha256 }) => sha256));
  const pollProgress = async (): Promise<void> => {
    const reading = await currentReading(config);
    if (reading !== null && hashes.has(reading.sha256)) onReading(reading.records);
  };
  // The progress is only for display: a failed request for it is ignored.
  const polling = setInterval(() => void pollProgress().catch(() => undefined), pollEveryMs);
  try {
    return await awaitRecord(engine, 'feed.runs', { from, matches, isPending });
  } finally {
    clearInterval(polling);
  }
}

/** Last run of every feed that ever ran, but those of chains, which are no files. */
export async function lastRuns(engine: Engine): Promise<readonly FeedRun[]> {
  const runs = [...(await newestValues(engine, 'feed.runs')).values()].map(({ value }) => value);
  return runs.filter(({ feed }) => !chainFeeds.has(feed));
}
