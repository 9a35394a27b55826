import type { GaugeSource } from '../../../infra/metrics.ts';
import type { DocumentsSummary } from '../../../pipeline/publishers/documents/summary.ts';
import type { TicksHealth } from '../../../pipeline/publishers/ticks/publish-ticks.ts';
import type { FeedRun } from '../../../schemas/generated/records.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import type { Engine } from '../../engine/open-engine.ts';
import { processorStatus } from '../../engine/status.ts';
import { type ChainsHealth, chainSources } from './chain-sources.ts';
import { documentSources } from './document-sources.ts';
import type { HealthBoard } from './health-board.ts';
import type { LatestRuns } from './latest-runs.ts';

export interface MetricOptions {
  readonly engine: Engine;
  readonly latestRuns: () => Promise<LatestRuns>;
  readonly board: HealthBoard;
  readonly clock: () => number;
  readonly chains: ChainsHealth;
  readonly ticks: () => TicksHealth | null;
  readonly documents: () => DocumentsSummary | null;
}

/** The gauges of `/metrics` besides the process metrics. */
export const metricSources = ({
  engine,
  latestRuns,
  board,
  clock,
  chains,
  ticks,
  documents,
}: MetricOptions): readonly GaugeSource[] => [
  lagSource(async () => engine, null),
  ...feedSources(latestRuns, clock),
  ...chainSources(chains, clock),
  ...documentSources(documents),
  ticksSource(ticks),
  goneSource(latestRuns),
  deadLetterSource(engine),
  ...boardSources(board),
];

/** The lag of all processors, or of the named ones. Empty while the engine is not open yet. */
export const lagSource = (engineOf: () => Promise<Engine | null>, names: ReadonlySet<string> | null): GaugeSource => ({
  name: 'attestry_processor_lag_records',
  help: 'Records a processor has not read yet, per topic.',
  labels: ['processor', 'topic'],
  read: async () => {
    const engine = await engineOf();
    const statuses = engine === null ? [] : await processorStatus(engine, names);
    return statuses.flatMap(({ name, partitions }) => {
      const lags = new Map<string, number>();
      for (const { topic, lag } of partitions) lags.set(topic, (lags.get(topic) ?? 0) + lag);
      return [...lags].map(([topic, value]) => ({ labels: { processor: name, topic }, value }));
    });
  },
});

const feedSources = (latestRuns: () => Promise<LatestRuns>, clock: () => number): readonly GaugeSource[] => [
  {
    name: 'attestry_feed_age_seconds',
    help: "Age of the event time of a feed's last run that was not rejected.",
    labels: ['feed'],
    read: async () =>
      [...(await latestRuns()).good].map(([feed, { asOf }]) => ({ labels: { feed }, value: (clock() - asOf) / 1000 })),
  },
  {
    name: 'attestry_feed_rows',
    help: "Rows or entries in the file of a feed's last run.",
    labels: ['feed'],
    read: async () => ofLastRuns(await latestRuns(), ({ rows }) => rows),
  },
  {
    name: 'attestry_feed_alarms',
    help: "What a feed's last run did not understand in the file, in sentences.",
    labels: ['feed'],
    read: async () => ofLastRuns(await latestRuns(), ({ alarms }) => alarms.length),
  },
  {
    name: 'attestry_feed_last_run',
    help: "How a feed's last run ended: 1 for that status, 0 for the others.",
    labels: ['feed', 'status'],
    read: async () =>
      [...(await latestRuns()).last].flatMap(([feed, run]) =>
        termsOf('runStatus').map((status) => ({ labels: { feed, status }, value: run.status === status ? 1 : 0 })),
      ),
  },
];

/** Whether the days wait for an operator; nothing in a process that does not begin them. */
export const ticksSource = (ticks: () => TicksHealth | null): GaugeSource => ({
  name: 'attestry_ticks_waiting',
  help: 'Whether no day begins because the clock is not trusted: 1, or 0.',
  labels: [],
  read: async () => {
    const health = ticks();
    return health?.owned === true ? [{ labels: {}, value: health.alarm === null ? 0 : 1 }] : [];
  },
});

/** Read from the log, so every process reports contracts that any process found gone. */
const goneSource = (latestRuns: () => Promise<LatestRuns>): GaugeSource => ({
  name: 'attestry_chain_contracts_gone',
  help: 'Contracts that were there and are no longer, since the log began.',
  labels: ['chain'],
  read: async () =>
    [...(await latestRuns()).gone].map(([feed, value]) => ({ labels: { chain: feed.replace('chain-', '') }, value })),
});

const deadLetterSource = (engine: Engine): GaugeSource => ({
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
});

/** The gauges of failing and of standing parts, which every process has. */
export const boardSources = (board: HealthBoard): readonly GaugeSource[] => [failingParts(board), standingParts(board)];

const standingParts = (board: HealthBoard): GaugeSource => ({
  name: 'attestry_part_standing_seconds',
  help: 'How long a part that has work has not moved, from two minutes on.',
  labels: ['part'],
  read: async () => board.standing().map(({ part, forMs }) => ({ labels: { part }, value: forMs / 1000 })),
});

const failingParts = (board: HealthBoard): GaugeSource => ({
  name: 'attestry_parts_failing',
  help: 'Parts of the service that are not ready.',
  labels: [],
  read: async () => [{ labels: {}, value: board.failing().length }],
});

const ofLastRuns = (
  { last }: LatestRuns,
  valueOf: (run: FeedRun) => number,
): readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[] =>
  [...last].map(([feed, run]) => ({ labels: { feed }, value: valueOf(run) }));
