import { Gauge, type Registry } from 'prom-client';
import type { DelaySummary, LoopDelay } from './loop-delay.ts';

/** Gauges of the delays since the last scrape; the first reads all of them. */
const gauges: readonly (readonly [keyof DelaySummary, string])[] = [
  ['min', 'The minimum delay of timers since the last scrape.'],
  ['max', 'The maximum delay of timers since the last scrape.'],
  ['mean', 'The mean delay of timers since the last scrape.'],
  ['stddev', 'The standard deviation of the delays of timers since the last scrape.'],
  ['p50', 'The 50th percentile of the delays of timers since the last scrape.'],
  ['p90', 'The 90th percentile of the delays of timers since the last scrape.'],
  ['p99', 'The 99th percentile of the delays of timers since the last scrape.'],
];

/** Adds the delays of the event loop, in place of those of prom-client, whose timer wakes the process a hundred times a second. */
export function registerLoopDelay(registry: Registry, prefix: string, delay: Pick<LoopDelay, 'take'>): void {
  let summary: DelaySummary | null = null;
  for (const [index, [key, help]] of gauges.entries()) {
    const name = `${prefix}nodejs_eventloop_lag_${key}_seconds`;
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        if (index === 0 || summary === null) summary = delay.take();
        this.set(summary[key]);
      },
    });
  }
}
