import type { FeedLook } from '../../pipeline/publishers/schedule.ts';
import type { Engine } from '../engine.ts';
import { processorStatus } from '../status.ts';
import type { LatestRuns } from './latest-runs.ts';

/** What `GET /status.json` says: how fresh every feed is, when it is looked at next, and how far the processors are. */
export async function serviceStatus(
  engine: Engine,
  { last: runs, good }: LatestRuns,
  looks: ReadonlyMap<string, FeedLook>,
  failing: readonly string[],
  now: number,
): Promise<object> {
  const processors = await processorStatus(engine);
  const feedFails =
    [...runs.values()].some(({ status }) => status === 'rejected') || [...looks.values()].some(hasFailed);
  return {
    indicator: failing.length > 0 ? 'major' : feedFails ? 'minor' : 'none',
    feeds: [...new Set([...runs.keys(), ...looks.keys()])].sort().map((feed) => {
      const [run, lastSuccess, look] = [runs.get(feed), good.get(feed)?.asOf ?? null, looks.get(feed)];
      return {
        feed,
        status: run?.status ?? null,
        asOf: isoOrNull(run?.asOf ?? null),
        lastSuccess: isoOrNull(lastSuccess),
        ageSeconds: lastSuccess === null ? null : Math.round((now - lastSuccess) / 1000),
        rows: run?.rows ?? null,
        reason: run?.reason ?? null,
        alarms: run?.alarms ?? [],
        lastLook: look === undefined ? null : { at: isoOrNull(look.at), ok: look.ok, message: look.message },
        nextRun: isoOrNull(look?.nextAt ?? null),
      };
    }),
    processors: processors.map(({ name, partitions }) => ({
      name,
      lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
    })),
  };
}

const hasFailed = ({ ok }: FeedLook): boolean => !ok;

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
