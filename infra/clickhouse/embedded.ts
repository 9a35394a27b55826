import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openEngine } from './chdb-session.ts';
import { type EmbeddedLanes, openLanes } from './embedded-lanes.ts';
import { writeEngineConfig } from './engine-config.ts';

/**
 * Opens ClickHouse in this process (chdb), with separate connections for readers, the sink, accounts, jobs and the operator.
 * @param serverMemoryBytes the engine's own limit for all queries together
 * @throws UsageError when another process has the directory open
 */
export const openEmbeddedTables = async (root: string, serverMemoryBytes: number): Promise<EmbeddedLanes> => {
  const directory = resolve(root);
  const path = join(directory, 'data');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const engine = await openEngine(path, writeEngineConfig(directory, { max_server_memory_usage: serverMemoryBytes }));
  return openLanes(engine, path, ['api', 'sink', 'accounts', 'jobs'], ['operator']);
};
