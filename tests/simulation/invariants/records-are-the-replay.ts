import { createMemoryState } from '../../../infra/state/memory.ts';
import { artifactsOf, ingestCapture } from '../../../pipeline/ingest/ingest.ts';
import type { ChainTable } from '../../../pipeline/ingest/chain/chain-feed.ts';
import type { FeedTable } from '../../../pipeline/ingest/feed.ts';
import type { Codec } from '../../../schemas/codec.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { MemoryArtifacts } from '../ports/memory-artifacts.ts';
import { type Observer, partitions } from '../worlds/observer.ts';

const outputTopics = ['register.rows', 'observations', 'feed.runs'] as const;

interface ReplayedWorld {
  readonly observer: Observer;
  readonly codec: Codec;
  readonly artifacts: MemoryArtifacts;
  readonly feeds: FeedTable;
  readonly chains?: ChainTable;
}

/**
 * The records of a feed are the replay of its captures over the stored bytes: none is lost, none is invented, and one that
 * was written again has the same value.
 */
export function checkRecordsAreTheReplay(simulation: Simulation, replayed: ReplayedWorld): void {
  const { observer, codec } = replayed;
  const expected = replay(replayed);
  const onLog = new Map<string, string>();
  for (const topic of outputTopics) {
    for (const { value } of partitions.flatMap((partition) => observer.recordsOf(topic, partition))) {
      if (value !== null) add(onLog, topic, codec.decode(topic, value), simulation);
    }
  }
  const violate = (message: string): void => simulation.violate('records-are-the-replay', message);
  for (const [key, text] of expected) {
    const found = onLog.get(key);
    if (found === undefined) violate(`${key} is not on the log: ${text}`);
    else if (found !== text) violate(`${key}: the log has ${found}, the replay ${text}`);
  }
  for (const key of onLog.keys()) if (!expected.has(key)) violate(`${key} is on the log, and no capture explains it`);
}

interface IdentifiedRecord {
  /** Of an observation. */
  readonly id?: string;
  readonly runId?: string;
  readonly rowId?: string;
}

const keyOf = (topic: string, { id, runId, rowId }: IdentifiedRecord): string =>
  `${topic} ${id ?? runId ?? ''} ${rowId ?? ''}`;

/** Adds a record by its topic, run and row. A later one of the same identity must have the same value. */
function add(records: Map<string, string>, topic: string, value: IdentifiedRecord, simulation: Simulation): void {
  const key = keyOf(topic, value);
  const text = canonicalJson(value);
  const before = records.get(key);
  if (before !== undefined && before !== text) simulation.violate('records-are-the-replay', `${key} has two values`);
  records.set(key, text);
}

const isOutput = (topic: string): boolean => outputTopics.some((one) => one === topic);

function replay({ observer, codec, artifacts, feeds, chains }: ReplayedWorld): ReadonlyMap<string, string> {
  const context = chains === undefined ? { feeds } : { feeds, chains };
  const records = new Map<string, string>();
  for (const partition of partitions) {
    const state = createMemoryState();
    for (const { offset, timestamp, value: bytes } of observer.recordsOf('feed.captures', partition)) {
      if (bytes === null) continue;
      const value = codec.decode('feed.captures', bytes);
      const needs = artifactsOf(context)(state, value).filter((need) => typeof need === 'string');
      const files = new Map(needs.map((sha256) => [sha256, artifacts.bytes(sha256)]));
      const input = { topic: 'feed.captures', partition, offset, timestamp, value } as const;
      const result = ingestCapture(context)(state, input, files);
      if (result.kind !== 'ok') throw new Error(result.reason);
      for (const { topic, value: output } of result.outputs) {
        if (isOutput(topic)) records.set(keyOf(topic, output as IdentifiedRecord), canonicalJson(output));
      }
    }
  }
  return records;
}
