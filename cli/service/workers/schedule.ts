import type { Config } from '../../../infra/config/config.ts';
import { createGuardedFetch } from '../../../infra/fetch/guarded-fetch.ts';
import type { Logger } from '../../../infra/logger.ts';
import { feeds } from '../../../pipeline/publishers/feeds.ts';
import { type Schedule, startSchedule as startLoops } from '../../../pipeline/publishers/schedule.ts';
import { datedFetch } from '../../../pipeline/publishers/ticks/dated-fetch.ts';
import type { OutsideTime } from '../../../pipeline/publishers/ticks/outside-time.ts';
import { pause } from '../../../infra/async/async.ts';
import { appendValues } from '../../log/append.ts';
import { type Engine, isCluster } from '../../engine/open-engine.ts';
import { lastCaptureOf } from '../../feeds/feed-runs.ts';
import { wantedIdentifiers } from '../../registry/wanted-identifiers.ts';
import { shareFeeds } from './feed-shares.ts';
import type { FromWorker } from './messages.ts';
import { moved } from './moved.ts';
import { userAgent } from '../../program/version.ts';

export interface ScheduleOptions {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  /** Ids of the feeds to fetch. */
  readonly feeds: readonly string[];
  readonly post: (message: FromWorker) => void;
  /** Notes the dates of answers. */
  readonly outside: OutsideTime;
  /** Called when this process can no longer share the feeds with others: it must exit. */
  readonly crash: (error: unknown) => void;
}

/** Fetches feeds on their schedule until stopped. On Kafka, each feed is fetched by one publisher. */
export async function startSchedule(
  options: ScheduleOptions,
): Promise<{ readonly value: Schedule; readonly stop: () => Promise<void> }> {
  const { engine, config, logger, post } = options;
  const onMove = moved(post);
  const chosen = [...feeds.values()].filter(({ manifest }) => options.feeds.includes(manifest.id));
  const shares = isCluster(config) ? shareFeeds(engine.log) : null;
  shares?.done.catch(options.crash);
  const value = startLoops(chosen, {
    artifacts: engine.artifacts,
    fetch: datedFetch(createGuardedFetch({ allow: config.fetchAllow, userAgent: userAgent() }), options.outside),
    clock: Date.now,
    wanted: wantedIdentifiers(engine),
    lastCapture: (feed) => lastCaptureOf(engine, feed),
    append: async (capture) => {
      await appendValues(engine, 'feed.captures', [{ value: capture, timestamp: Date.now() }]);
    },
    sleep: pause,
    random: Math.random,
    logger,
    onAttempt: (attempt) => post({ type: 'fetchAttempt', attempt }),
    onMove: (feed, dueInMs) => onMove(`feed ${feed}`, dueInMs, 'its fetch is due'),
    ...(shares === null ? {} : { isOwned: shares.isOurs }),
  });
  const stop = async (): Promise<void> => {
    await Promise.all([value.stop(), shares?.stop()]);
  };
  return { value, stop };
}
