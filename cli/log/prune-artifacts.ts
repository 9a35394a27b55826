import type { KeptArtifact } from '../../infra/artifacts/directory-contents.ts';
import type { LogRecord } from '../../infra/log/log.ts';
import { type TopicName, topicNames } from '../../schemas/topics.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { Engine } from '../engine/open-engine.ts';
import { pagesOfPartition } from './read-partition.ts';
import { readTopic } from './read-topic.ts';

export interface PruneOptions {
  /** Milliseconds. Artifacts stored later, and those of runs decided later, are not deleted. */
  readonly before: number;
  /** Only report what would be deleted. */
  readonly dryRun: boolean;
  readonly pruned: (artifact: PrunedArtifact) => void;
}

interface PrunedArtifact extends KeptArtifact {
  /** The status of the run that it was read for; `unnamed`: no record names it. */
  readonly reason: 'rejected' | 'unchanged' | 'unnamed';
  /** Feed of that run. */
  readonly feed: string | null;
}

export interface PruneSummary {
  readonly kept: number;
  readonly pruned: number;
  /** Stored size of those, bytes. */
  readonly bytes: number;
}

/**
 * Deletes artifacts that no record depends on: those of captures that were rejected or unchanged, and those that no
 * record names, such as the file of a capture that was never appended. Artifacts named by a record of any other topic
 * stay. So do the files of accepted captures, of undecided captures, and of the last capture of each feed. Deletes
 * nothing and throws UsageError when the log could not be read to its end.
 */
export async function pruneArtifacts(engine: Engine, options: PruneOptions): Promise<PruneSummary> {
  const { named, spent } = await references(engine, options.before);
  const summary = { kept: 0, pruned: 0, bytes: 0 };
  for await (const artifact of engine.artifacts.list()) {
    const { sha256, storedBytes, storedAt } = artifact;
    if (named.has(sha256) || storedAt >= options.before) {
      summary.kept += 1;
      continue;
    }
    if (!options.dryRun) await engine.artifacts.remove(sha256);
    summary.pruned += 1;
    summary.bytes += storedBytes;
    options.pruned({ ...artifact, ...(spent.get(sha256) ?? { reason: 'unnamed', feed: null }) });
  }
  return summary;
}

type SpentArtifact = Pick<PrunedArtifact, 'reason' | 'feed'>;

interface References {
  /** Hashes that a record depends on. */
  readonly named: ReadonlySet<string>;
  /** Hashes of captures that were rejected or unchanged; other records may still name some of them. */
  readonly spent: ReadonlyMap<string, SpentArtifact>;
}

async function references(engine: Engine, before: number): Promise<References> {
  const named = new Set<string>();
  const spent = new Map<string, SpentArtifact>();
  const runs = await decidedRuns(engine, before);
  const last = new Map<string, readonly string[]>();
  for await (const { record, value } of readTopic(engine, 'feed.captures', { whole: true })) {
    if (value === null) {
      takeNamesIn(record, named);
      continue;
    }
    const hashes = value.artifacts.map(({ sha256 }) => sha256);
    last.set(value.feed, hashes);
    const reason = runs.get(value.captureId);
    for (const hash of hashes) {
      if (reason === undefined) named.add(hash);
      else spent.set(hash, { reason, feed: value.feed });
    }
  }
  for (const hash of [...last.values()].flat()) named.add(hash);
  for (const topic of topicNames) if (!decided.has(topic)) await takeNames(engine, topic, named);
  return { named, spent };
}

/** The outcome of the run decides about the artifacts of a capture. */
const decided: ReadonlySet<TopicName> = new Set(['feed.captures', 'feed.runs']);

/** Captures that were rejected or unchanged and never accepted, by id. */
async function decidedRuns(engine: Engine, before: number): Promise<ReadonlyMap<string, SpentArtifact['reason']>> {
  const runs = new Map<string, SpentArtifact['reason']>();
  // A capture that is appended again is unchanged then, and its files are still those that were read.
  const accepted = new Set<string>();
  for await (const { record, value } of readTopic(engine, 'feed.runs', { whole: true })) {
    if (value === null) continue;
    const status = value.status as Term<'runStatus'>;
    if (status === 'accepted') accepted.add(value.captureId);
    if (status === 'accepted' || accepted.has(value.captureId) || record.timestamp >= before) {
      runs.delete(value.captureId);
    } else {
      runs.set(value.captureId, status);
    }
  }
  return runs;
}

async function takeNames({ log }: Engine, topic: TopicName, named: Set<string>): Promise<void> {
  for (const { partition, low, end } of await log.ranges(topic)) {
    for await (const page of pagesOfPartition(log, { topic, partition, from: low, end, whole: true })) {
      for (const record of page) takeNamesIn(record, named);
    }
  }
}

/**
 * Every hash anywhere in the bytes of a record. Topics refer to artifacts by hash, and a record contains text
 * unchanged, so this also covers topics added later. Hexadecimal digits next to a hash may seem to be part of it.
 */
function takeNamesIn({ value }: LogRecord, named: Set<string>): void {
  for (const [digits] of (value?.toString('latin1') ?? '').matchAll(/[0-9a-f]{64,}/g)) {
    for (let at = 0; at + hashLength <= digits.length; at += 1) named.add(digits.slice(at, at + hashLength));
  }
}

const hashLength = 64;
