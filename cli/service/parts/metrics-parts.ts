import { createMetrics, createMetricsServer } from '../../../infra/metrics.ts';
import { failingParts, lagSource, metricSources } from '../health/metric-sources.ts';
import { definePart, type ServiceProcess } from '../part.ts';
import { openPort } from '../ports.ts';

const openOpsPort = (process: ServiceProcess, server: ReturnType<typeof createMetricsServer>): Promise<string | null> =>
  openPort(process, {
    name: 'metrics',
    server,
    host: process.config.opsHost,
    port: process.config.opsPort,
    variable: 'ATTESTRY_OPS_PORT',
  });

/** `up` measures all processors, feeds and requests. */
export const metrics = definePart({
  name: 'metrics',
  needs: ['engine', 'latestRuns', 'durations'],
  gives: ['opsUrl'],
  start: async (process, { engine, latestRuns, durations }) => {
    const { board, clock } = process;
    const sources = metricSources({ engine, latestRuns, board, clock });
    const server = createMetricsServer(createMetrics(sources, [durations.distribution]));
    return { opsUrl: await openOpsPort(process, server) };
  },
});

/** `serve` measures its requests. */
export const apiMetrics = definePart({
  name: 'API metrics',
  needs: ['durations'],
  gives: ['opsUrl'],
  start: async (process, { durations }) => {
    const server = createMetricsServer(createMetrics([failingParts(process.board)], [durations.distribution]));
    return { opsUrl: await openOpsPort(process, server) };
  },
});

/** A role without the API answers `/livez` and `/readyz` here, also while it waits for its engines. */
export const roleMetrics = definePart({
  name: 'role metrics',
  needs: [],
  gives: ['opsUrl'],
  start: async (process, given) => {
    const { role, chosen, board } = process;
    const lag = lagSource(async () => given.engine ?? null, new Set(chosen));
    const sources = [...(role === 'run publishers' ? [] : [lag]), failingParts(board)];
    return { opsUrl: await openOpsPort(process, createMetricsServer(createMetrics(sources), board.failing)) };
  },
});
