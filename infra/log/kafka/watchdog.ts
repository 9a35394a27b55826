/** Detects a consumer that has stopped fetching without an error, which kafkajs sometimes does. */
export interface Watchdog {
  /** A fetch has returned, with or without records. */
  readonly sign: () => void;
  readonly stop: () => void;
}

export interface WatchdogOptions {
  /** Time without a returned fetch that counts as a stall, milliseconds. */
  readonly stallMs: number;
  /** Whether a chunk is being handled: then it is normal that nothing is fetched. */
  readonly isBusy: () => boolean;
  /** Number of unread records. A rejection, because brokers cannot be reached, is no stall. */
  readonly lag: () => Promise<number>;
  readonly onStall: (lag: number) => void;
}

/** Checks per stall time. A suspended process wakes up with one check overdue, not with all of them. */
const checks = 12;

export function createWatchdog({ stallMs, isBusy, lag, onStall }: WatchdogOptions): Watchdog {
  let silentChecks = 0;
  let readingLag = false;
  const check = async (): Promise<void> => {
    silentChecks = isBusy() ? 0 : silentChecks + 1;
    if (silentChecks < checks || readingLag) return;
    readingLag = true;
    const unread = await lag().catch(() => 0);
    readingLag = false;
    if (silentChecks < checks) return;
    silentChecks = 0;
    if (unread > 0) onStall(unread);
  };
  const timer = setInterval(() => {
    check().catch(() => undefined);
  }, stallMs / checks);
  return {
    sign: () => {
      silentChecks = 0;
    },
    stop: () => clearInterval(timer),
  };
}
