/** Notices a consumer that has silently stopped fetching, which kafkajs does at times. */
export interface Watchdog {
  /** Something was fetched, or a fetch found nothing. */
  readonly sign: () => void;
  readonly stop: () => void;
}

export interface WatchdogOptions {
  /** How long without a sign, milliseconds. */
  readonly stallMs: number;
  /** Whether a chunk is in hand: then nothing is fetched, and that is in order. */
  readonly isBusy: () => boolean;
  /** Records that are there and were not read. May reject when brokers cannot be reached: that is no stall. */
  readonly lag: () => Promise<number>;
  readonly onStall: (lag: number) => void;
}

/** Looks per stall time: a process that was suspended wakes with one look overdue, not with all of them. */
const looks = 12;

export function createWatchdog({ stallMs, isBusy, lag, onStall }: WatchdogOptions): Watchdog {
  let silent = 0;
  let asking = false;
  const look = async (): Promise<void> => {
    silent = isBusy() ? 0 : silent + 1;
    if (silent < looks || asking) return;
    asking = true;
    const left = await lag().catch(() => 0);
    asking = false;
    if (silent < looks) return;
    silent = 0;
    if (left > 0) onStall(left);
  };
  const timer = setInterval(() => {
    look().catch(() => undefined);
  }, stallMs / looks);
  return {
    sign: () => {
      silent = 0;
    },
    stop: () => clearInterval(timer),
  };
}
