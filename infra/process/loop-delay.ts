import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /** Median delay of the event loop turns of the last second, milliseconds. */
  readonly medianMs: () => number;
  readonly stop: () => void;
}

const resolutionMs = 20;
const windowMs = 1_000;
const nanosecondsPerMs = 1e6;

/** Measures the delay of the event loop. The median ignores a single long turn, because nothing waits long behind it. */
export function measureLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let medianMs = 0;
  const timer = setInterval(() => {
    // A turn is measured from timer to timer, so a punctual one measures `resolutionMs`.
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
