import type { GaugeSource } from '../../infra/metrics.ts';
import type { Engine } from '../engine.ts';
import { lastGoodRuns, processorStatus } from '../status.ts';
import type { HealthBoard } from './health-board.ts';

/** What `/metrics` says beside the process metrics. */
export function metricSources(engine: Engine, board: HealthBoard, clock: () => number): readonly GaugeSource[] {
  return [
    {
      name: 'attestry_processor_lag_records',
      help: 'Records a processor has not read yet, per topic.',
      labels: ['processor', 'topic'],
      read: async () =>
        (await processorStatus(engine)).flatMap(({ name, partitions }) => {
          const lags = new Map<string, number>();
          for (const { topic, lag } of partitions) lags.set(topic, (lags.get(topic) ?? 0) + lag);
          return [...lags].map(([topic, value]) => ({ labels: { processor: name, topic }, value }));
        }),
    },
    {
      name: 'attestry_feed_age_seconds',
      help: "Age of the event time of a feed's last run that was not rejected.",
      labels: ['feed'],
      read: async () =>
        [...(await lastGoodRuns(engine))].map(([feed, { asOf }]) => ({
          labels: { feed },
          value: (clock() - asOf) / 1000,
        })),
    },
    {
      name: 'attestry_dead_letters_records',
      help: 'Parked records on the log, per dead-letter topic.',
      labels: ['topic'],
      read: async () => {
        const counts = [];
        for (const topic of ['dead.letters', 'accounts.dead.letters'] as const) {
          const ranges = await engine.log.ranges(topic);
          counts.push({ labels: { topic }, value: ranges.reduce((sum, { low, end }) => sum + end - low, 0) });
        }
        return counts;
      },
    },
    {
      name: 'attestry_parts_failing',
      help: 'Parts of the service that are not ready.',
      labels: [],
      read: async () => [{ labels: {}, value: board.failing().length }],
    },
  ];
}
