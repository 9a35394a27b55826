import type { HostFigures } from '../../../infra/clickhouse/host/watch/supervise.ts';
import type { HostedTables } from '../../../infra/clickhouse/open-tables.ts';
import type { GaugeSource } from '../../../infra/metrics.ts';

const reasons = ['memory', 'time', 'pulse', 'ended'] as const;

/** The gauges of the processes with the tables, since the start of this one. */
export const hostSources = ({ figures }: Pick<HostedTables, 'figures'>): readonly GaugeSource[] => {
  const ofHosts = (): readonly (readonly [host: string, figures: HostFigures])[] => Object.entries(figures());
  return [
    {
      name: 'attestry_tables_host_deaths',
      help: 'How often the process of the tables, or of the analysts, ended and was started again: memory, time, pulse (it did not answer), or ended by itself.',
      labels: ['host', 'reason'],
      read: async () =>
        ofHosts().flatMap(([host, { deaths }]) =>
          reasons.map((reason) => ({ labels: { host, reason }, value: deaths.get(reason) ?? 0 })),
        ),
    },
    {
      name: 'attestry_tables_host_away_seconds',
      help: 'Time without that process.',
      labels: ['host'],
      read: async () => ofHosts().map(([host, { awayMs }]) => ({ labels: { host }, value: awayMs / 1000 })),
    },
    {
      name: 'attestry_tables_queries_cancelled',
      help: 'Queries that ran longer than their limit and were cancelled.',
      labels: ['host'],
      read: async () => ofHosts().map(([host, { cancelled }]) => ({ labels: { host }, value: cancelled })),
    },
  ];
};
