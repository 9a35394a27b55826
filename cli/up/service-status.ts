import type { Engine } from '../engine.ts';
import { lastRuns, processorStatus } from '../status.ts';

/** What `GET /status.json` says: the feeds' last runs and how far the processors are. */
export async function serviceStatus(engine: Engine, now: number): Promise<object> {
  const runs = await lastRuns(engine);
  const processors = await processorStatus(engine);
  return {
    feeds: runs.map(({ feed, status, asOf, rows, reason, alarms }) => ({
      feed,
      status,
      asOf: new Date(asOf).toISOString(),
      ageSeconds: Math.round((now - asOf) / 1000),
      rows,
      reason,
      alarms,
    })),
    processors: processors.map(({ name, partitions }) => ({
      name,
      lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
    })),
  };
}
