/** Captures of cassettes on a log, folded as the runtime does. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Cassette, writeCassette } from '../../../../pipeline/chain/cassette.ts';
import { artifactsOf, ingestCapture } from '../../../../pipeline/ingest/ingest.ts';
import { restoreFeeds } from '../../../../pipeline/ingest/restore.ts';
import { captureIdOf } from '../../../../pipeline/ingest/snapshot-ids.ts';
import { chainFeeds } from '../../../../pipeline/publishers/chain/chain-feeds.ts';
import { feeds } from '../../../../pipeline/publishers/feeds.ts';
import type { Input, Output } from '../../../../pipeline/runtime/processor.ts';
import type { FeedCapture, FeedRun, Observation } from '../../../../schemas/generated/records.ts';
import type { TopicName } from '../../../../schemas/topics.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { keyedState } from '../harness.ts';

interface TakenRun {
  readonly run: FeedRun;
  readonly observations: readonly Observation[];
}

export interface CaptureLog {
  /** Drops the state and restores it; captures below `until` are known to be complete. Returns what the others give again. */
  readonly restore: (until?: number) => Promise<readonly (readonly Observation[])[]>;
  /** A cassette as stored, at the as-of of its header, or at another. */
  readonly take: (
    bytes: Buffer,
    asOf?: number,
    options?: { readonly force?: boolean; readonly feed?: string },
  ) => TakenRun;
}

export const bytesOf = (cassette: Cassette): Buffer => gzipSync(Buffer.from(writeCassette(cassette), 'utf8'));

export const textOf = (bytes: Buffer): string => gunzipSync(bytes).toString('utf8');

const appendedAt = Date.parse('2030-01-01');

const context = { feeds, chains: chainFeeds };

export function openCaptureLog(): CaptureLog {
  let map = new Map<string, string>();
  const log: Input<TopicName>[] = [];
  const stored = new Map<string, Buffer>();
  const captures: Input<'feed.captures'>[] = [];
  const fold = (input: Input<'feed.captures'>): readonly Output[] => {
    const keyed = keyedState(map);
    const needs = artifactsOf(context)(keyed, input.value).filter((need) => typeof need === 'string');
    const given = new Map(needs.map((need) => [need, stored.get(need) ?? Buffer.alloc(0)]));
    const result = ingestCapture(context)(keyed, input, given);
    if (result.kind !== 'ok') throw new Error(result.reason);
    return result.outputs;
  };
  const records = async function* <T extends TopicName>(topic: T): AsyncGenerator<Input<T>> {
    for (const record of log) if (record.topic === topic) yield record as unknown as Input<T>;
  };
  return {
    take: (bytes, asOf = 0, { force = false, feed = 'chain-ethereum' } = {}) => {
      const sha256 = sha256Hex(bytes);
      stored.set(sha256, bytes);
      const none = { url: null, contentType: null, etag: null, lastModified: null };
      const body = {
        feed,
        asOf,
        artifacts: [{ name: 'cassette.gz', sha256, bytes: bytes.length, ...none }],
        wanted: [],
      };
      const value: FeedCapture = { ...body, captureId: captureIdOf(body), obtained: 'fetched', force };
      const offset = captures.length;
      const input = { topic: 'feed.captures', partition: 0, offset, timestamp: appendedAt + offset, value } as const;
      captures.push(input);
      log.push(input);
      const outputs = fold(input);
      for (const output of outputs) log.push({ ...output, partition: 0, offset: log.length });
      const run = outputs.findLast(({ topic }) => topic === 'feed.runs')?.value as FeedRun;
      return { run, observations: observationsIn(outputs) };
    },
    restore: async (until = captures.length) => {
      map = new Map();
      const from = await restoreFeeds(context)({ partition: 0, until, low: 0, state: keyedState(map), records });
      return captures.slice(from).map((input) => observationsIn(fold(input)));
    },
  };
}

const observationsIn = (outputs: readonly Output[]): readonly Observation[] =>
  outputs.flatMap(({ topic, value }) => (topic === 'observations' ? [value] : []));
