import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /** How late half of the turns of the last second were at least, milliseconds. */
  readonly medianMs: () => number;
  readonly stop: () => void;
}

const resolutionMs = 20;
const windowMs = 1_000;
const nanosecondsPerMs = 1e6;

/** Measures how late the event loop is. A single long turn does not count, as nothing waits for long behind it. */
export function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let medianMs = 0;
  const timer = setInterval(() => {
    // A turn is measured from timer to timer, so one that is on time took the resolution.
    medianMs = Math.max(0, histogram.percentile(50) / nanosecondsPerMs - resolutionMs);
    histogram.reset();
  }, windowMs);
  timer.unref();
  histogram.enable();
  return {
    medianMs: () => medianMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
