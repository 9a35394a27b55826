import type { ServiceStatus } from '../../../api/route/dependencies.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { type DocumentsSummary, losesDocuments } from '../../../pipeline/publishers/documents/summary.ts';
import type { TicksHealth } from '../../../pipeline/publishers/ticks/publish-ticks.ts';
import { feeds as knownFeeds } from '../../../pipeline/publishers/feeds.ts';
import { failedAt, type FetchAttempt } from '../../../pipeline/publishers/schedule.ts';
import type { InstallationCoverage } from '../../../schemas/coverage/installation.ts';
import { stillFails } from '../../../schemas/freshness.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { processorStatus } from '../../engine/status.ts';
import { type Standstill, standstillText } from './standstill/standstills.ts';
import { chainFails, chainStatuses } from './chain-status.ts';
import type { LatestRuns } from './latest-runs.ts';

interface StatusSources {
  readonly engine: Engine;
  readonly runs: LatestRuns;
  readonly attempts: ReadonlyMap<string, FetchAttempt>;
  /** Whether this process fetches a feed; null where another one does. */
  readonly isFetched: ((feed: string) => boolean) | null;
  readonly chains: ReadonlyMap<string, ChainHealth>;
  /** Null where no documents are fetched. */
  readonly documents: DocumentsSummary | null;
  /** Null while the tables do not answer. */
  readonly coverage: InstallationCoverage | null;
  /** Null where no days are begun. */
  readonly ticks: TicksHealth | null;
  readonly failing: readonly string[];
  readonly standing: readonly Standstill[];
  readonly now: number;
}

/** The body of `GET /status.json`: how fresh every feed and chain is, how documents are, and the lag of the processors. */
export async function serviceStatus({
  engine,
  runs: { last: runs, good },
  attempts,
  isFetched,
  chains,
  documents,
  ticks,
  coverage,
  failing,
  standing,
  now,
}: StatusSources): Promise<ServiceStatus> {
  const processors = await processorStatus(engine);
  const feedFails = anyFeedFails({ last: runs, good }, attempts);
  const chainsFail = [...chains.values()].some((chain) => chainFails(chain, now));
  const isMinor =
    feedFails || chainsFail || (documents !== null && losesDocuments(documents)) || (ticks?.alarm ?? null) !== null;
  return {
    indicator: failing.length > 0 ? 'major' : isMinor ? 'minor' : 'none',
    feeds: [...new Set([...knownFeeds.keys(), ...runs.keys(), ...attempts.keys()])].sort().map((feed) => {
      const [run, lastSuccess, attempt] = [runs.get(feed), good.get(feed)?.asOf ?? null, attempts.get(feed)];
      return {
        feed,
        fetched: isFetched?.(feed) ?? null,
        status: run?.status ?? null,
        asOf: isoOrNull(run?.asOf ?? null),
        lastSuccess: isoOrNull(lastSuccess),
        ageSeconds: lastSuccess === null ? null : Math.round((now - lastSuccess) / 1000),
        rows: run?.rows ?? null,
        reason: run?.reason ?? null,
        alarms: run?.alarms ?? [],
        lastFetch:
          attempt === undefined ? null : { at: isoOrNull(attempt.at), ok: attempt.ok, message: attempt.message },
        nextRun: isoOrNull(attempt?.nextAt ?? null),
      };
    }),
    chains: chainStatuses(chains, now),
    documents,
    coverage: coverage === null ? null : publicCoverage(coverage),
    ticks: ticks === null ? null : { lastDay: ticks.lastDay, message: ticks.message },
    standing: standing.map((one) => ({
      part: one.part,
      seconds: Math.floor(one.forMs / 1000),
      message: `${one.part} ${standstillText(one)}`,
    })),
    processors: processors.map(({ name, partitions }) => ({
      name,
      lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
    })),
  };
}

/** Whether the newest file of a feed was rejected, or its last fetch failed and no file of a later time was read. */
export const anyFeedFails = (
  { last, good }: Pick<LatestRuns, 'good' | 'last'>,
  attempts: StatusSources['attempts'],
): boolean =>
  [...last.values()].some(({ status }) => status === 'rejected') ||
  [...attempts].some(([feed, attempt]) => stillFails(failedAt(attempt), good.get(feed)?.asOf ?? null));

/** Anybody may read the status: what the operator does about a reason is not in it. */
const publicCoverage = ({ reasons, ...counts }: InstallationCoverage): object => ({
  ...counts,
  reasons: reasons.map(({ reason, part, assets, text }) => ({ reason, part, assets, text })),
});

const isoOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
