import type { FetchAttempt } from '../../../pipeline/publishers/schedule.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { processorStatus } from '../../engine/status.ts';
import type { LatestRuns } from './latest-runs.ts';

/** The body of `GET /status.json`: how fresh every feed is, when it is fetched next, and the lag of the processors. */
export async function serviceStatus(
  engine: Engine,
  { last: runs, good }: LatestRuns,
  attempts: ReadonlyMap<string, FetchAttempt>,
  failing: readonly string[],
  now: number,
): Promise<object> {
  const processors = await processorStatus(engine);
  const feedFails =
    [...runs.values()].some(({ status }) => status === 'rejected') || [...attempts.values()].some(hasFailed);
  return {
    indicator: failing.length > 0 ? 'major' : feedFails ? 'minor' : 'none',
    feeds: [...new Set([...runs.keys(), ...attempts.keys()])].sort().map((feed) => {
      const [run, lastSuccess, attempt] = [runs.get(feed), good.get(feed)?.asOf ?? null, attempts.get(feed)];
      return {
        feed,
        status: run?.status ?? null,
        asOf: isoOrNull(run?.asOf ?? null),
        lastSuccess: isoOrNull(lastSuccess),
        ageSeconds: lastSuccess === null ? null : Math.round((now - lastSuccess) / 1000),
        rows: run?.rows ?? null,
        reason: run?.reason ?? null,
        alarms: run?.alarms ?? [],
        lastLook:
          attempt === undefined ? null : { at: isoOrNull(attempt.at), ok: attempt.ok, message: attempt.message },
        nextRun: isoOrNull(attempt?.nextAt ?? null),
      };
    }),
    processors: processors.map(({ name, partitions }) => ({
      name,
      lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
    })),
  };
}

const hasFailed = ({ ok }: FetchAttempt): boolean => !ok;

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
