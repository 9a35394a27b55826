import { type Engine, openEngine } from '../../../cli/engine/open-engine.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { createLogger } from '../../../infra/logger.ts';
import type { NewRecord } from '../../../infra/log/log.ts';
import type { RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import type { Observation } from '../../../schemas/generated/records.ts';

const appendBatch = 1_000;

/** The part of an engine set that the benches use, on any engines. */
export type BenchEngine = Pick<Engine, 'log' | 'codec' | 'openStore' | 'artifacts' | 'close'>;

export const benchLogger = () => createLogger({ level: 'warn', destination: process.stderr });

/** The embedded engines of a data directory, opened as the service opens them. */
export const openBenchEngine = (directory: string): Promise<Engine> =>
  openEngine(loadConfig({ ATTESTRY_DATA_DIR: directory }).config, benchLogger());

export const runtimeDeps = ({ log, codec, openStore, artifacts }: BenchEngine): RuntimeDeps => ({
  log,
  codec,
  openStore,
  logger: benchLogger(),
  clock: Date.now,
  random: Math.random,
  onHealth: () => undefined,
  artifact: (sha256) => artifacts.get(sha256),
  reduceArtifact: (sha256, reduce, signal) => artifacts.read(sha256, reduce, signal),
});

/** Appends observations in their order; returns their number and the mean size of a value. */
export async function appendObservations(
  engine: Pick<BenchEngine, 'log' | 'codec'>,
  observations: Iterable<Observation>,
): Promise<{ readonly count: number; readonly meanBytes: number }> {
  let count = 0;
  let bytes = 0;
  for (const batch of batchesOf(observations, appendBatch)) {
    const records = batch.map((observation) => observationRecord(engine, observation));
    await engine.log.append(records);
    count += records.length;
    bytes += records.reduce((sum, { value }) => sum + value.length, 0);
  }
  return { count, meanBytes: Math.round(bytes / Math.max(1, count)) };
}

export const observationRecord = ({ codec }: Pick<BenchEngine, 'codec'>, observation: Observation): NewRecord => ({
  topic: 'observations',
  key: observation.assetId,
  value: codec.encode('observations', observation),
  timestamp: observation.observedAt,
});

export function* batchesOf<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
