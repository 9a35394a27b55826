import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nicenessBelowOwn } from '../../process/thread-priority.ts';
import { openEngine } from './chdb-session.ts';
import { type EmbeddedLanes, openLanes } from './embedded-lanes.ts';
import { writeEngineConfig } from './engine-config.ts';
import { floorConfig } from './floor-config.ts';

export interface EmbeddedOptions {
  /** The engine's own limit for all queries together. */
  readonly serverMemoryBytes: number;
  /** Free space of the volume below which nothing is written. */
  readonly floorBytes: number;
}

/**
 * The engine sets any number of broken parts aside, and `broken-parts.ts` finds them. With a lower limit it would refuse to
 * open, and no query could list the parts.
 */
const openDespiteBrokenParts = { max_suspicious_broken_parts: 1_000_000, max_suspicious_broken_parts_bytes: 2 ** 50 };

/**
 * Time that replaced parts stay on the disk, and between two searches of a table for those that are to be deleted, seconds: each part
 * is ten files. The analysts' engine, which lists the parts each second, may read them for the 40 seconds that its queries may take; and
 * the kernel has written the parts that replace them after 35 seconds. The engine adds up to ten seconds between searches, and by
 * default waits up to five minutes once it finds few.
 */
const replacedParts = { old_parts_lifetime: 60, cleanup_delay_period: 30, max_cleanup_delay_period: 45 };

/**
 * How far below this process merges run: clients wait for new rows, none waits for a merge. Not lower, so that merges keep up on a
 * machine that is never idle. The engine sets it only where the process has the right to raise priorities (CAP_SYS_NICE).
 */
const mergeNiceness = 4;

/**
 * Opens ClickHouse in this process (chdb), with separate connections for readers, the sink, accounts, jobs and the operator.
 * @throws UsageError when another process has the directory open
 */
export const openEmbeddedTables = async (
  root: string,
  { serverMemoryBytes, floorBytes }: EmbeddedOptions,
): Promise<EmbeddedLanes> => {
  const directory = resolve(root);
  const path = join(directory, 'data');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { merge_tree: mergeTree, ...disk } = floorConfig(floorBytes);
  const config = writeEngineConfig(directory, {
    ...disk,
    max_server_memory_usage: serverMemoryBytes,
    os_threads_nice_value_merge_mutate: nicenessBelowOwn(mergeNiceness),
    merge_tree: { ...mergeTree, ...openDespiteBrokenParts, ...replacedParts },
  });
  const engine = await openEngine(path, config);
  return openLanes(engine, path, ['api', 'sink', 'accounts', 'jobs'], ['operator']);
};
