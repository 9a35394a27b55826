/** Keeps a membership alive while a chunk takes long. */
export interface Heartbeat {
  /** Throws the error of a failed heartbeat: the member must rejoin the group. */
  readonly check: () => void;
  readonly stop: () => void;
}

/**
 * kafkajs sends no heartbeats while a batch is processed. This timer goes on after the coordinator has answered with a
 * rebalance: such a heartbeat still counts, and a silent member would lose its partitions before it finishes its chunk.
 */
export function keepBeating(beat: () => Promise<void>, everyMs: number): Heartbeat {
  let failure: { readonly error: unknown } | null = null;
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      failure ??= { error };
    });
  }, everyMs);
  return {
    check: () => {
      if (failure !== null) throw failure.error;
    },
    stop: () => clearInterval(timer),
  };
}

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
