import { pause } from '../../../infra/async/async.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { Logger } from '../../../infra/logger.ts';
import { trustClock } from '../../../pipeline/publishers/ticks/clock-trust.ts';
import type { OutsideTime } from '../../../pipeline/publishers/ticks/outside-time.ts';
import { publishTicks } from '../../../pipeline/publishers/ticks/publish-ticks.ts';
import type { RunningProcessor } from '../../../pipeline/runtime/role.ts';
import { type Engine, isCluster } from '../../engine/open-engine.ts';
import { appendTick, newestTicks } from '../../log/newest-ticks.ts';
import { shareTicks } from './feed-shares.ts';
import type { FromWorker } from './messages.ts';
import { moved } from './moved.ts';

export interface StartTicks {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
  readonly outside: OutsideTime;
  readonly post: (message: FromWorker) => void;
}

/** Begins the days until stopped. On Kafka, the publisher that has partition 0 of the captures does. */
export async function startTicks({ engine, config, logger, outside, post }: StartTicks): Promise<RunningProcessor> {
  const shares = isCluster(config) ? shareTicks(engine.log) : null;
  const onMove = moved(post);
  const running = publishTicks({
    clock: Date.now,
    newest: () => newestTicks(engine),
    append: (tick, partitions) => appendTick(engine, tick, partitions),
    trusted: trustClock({ clock: Date.now, elapsed: () => performance.now(), outside }),
    sleep: (ms, signal) => {
      onMove('ticks', ms, 'the day is to be checked');
      return pause(ms, signal);
    },
    logger,
    onHealth: (health) => post({ type: 'ticks', health }),
    ...(shares === null ? {} : { isOwned: shares.isOurs }),
  });
  // What comes after the start of the process comes after the day in which it came.
  await running.begun;
  return {
    name: 'ticks',
    stop: async () => {
      await Promise.all([running.stop(), shares?.stop()]);
    },
    done: Promise.race([running.done, ...(shares === null ? [] : [shares.done])]),
  };
}
