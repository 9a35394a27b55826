import { createMetrics, createMetricsServer, type GaugeSource } from '../../../infra/metrics.ts';
import { isLoopback } from '../../../infra/schema-registry/http.ts';
import { version } from '../../program/version.ts';
import { chainSources } from '../health/chain-sources.ts';
import { documentSources } from '../health/document-sources.ts';
import { hostSources } from '../health/host-sources.ts';
import { boardSources, lagSource, metricSources, ticksSource } from '../health/metric-sources.ts';
import { webhookSources } from '../health/webhook-sources.ts';
import { definePart, type ServiceProcess } from '../part.ts';
import { openPort } from '../ports.ts';
import type { Role } from '../roles.ts';

/** On loopback the port answers on loopback names only, as the API does; elsewhere scrapers use any name. */
function openOpsPort(
  process: ServiceProcess,
  measured: ReturnType<typeof createMetrics>,
  failing?: () => readonly string[],
): Promise<string | null> {
  const { opsHost: host, opsPort: port } = process.config;
  const server = createMetricsServer({
    metrics: measured,
    version: version(),
    ...(failing === undefined ? {} : { failing }),
    ...(isLoopback(host) ? { isHost: isLoopback } : {}),
  });
  return openPort(process, { name: 'metrics', server, host, port, variable: 'ATTESTRY_OPS_PORT' });
}

/** `up` measures all processors, feeds and requests. */
export const metrics = definePart({
  name: 'metrics',
  needs: ['engine', 'latestRuns', 'durations', 'tablesHost', 'deliverer', 'front'],
  gives: ['opsUrl'],
  start: async (process, { engine, latestRuns, durations, tablesHost: { opening }, deliverer, front, workers }) => {
    const { board, clock } = process;
    const sources = [
      ...metricSources({
        engine,
        latestRuns,
        board,
        clock,
        chains: () => workers?.chainHealth ?? new Map(),
        ticks: () => workers?.ticks() ?? null,
        documents: () => workers?.documents() ?? null,
      }),
      ...webhookSources(() => deliverer),
      ...(opening === null ? [] : hostSources(await opening)),
    ];
    return { opsUrl: await openOpsPort(process, createMetrics(sources, [durations.distribution], front.loopDelay)) };
  },
});

/** `serve` measures its requests. */
export const apiMetrics = definePart({
  name: 'API metrics',
  needs: ['durations', 'front'],
  gives: ['opsUrl'],
  start: async (process, { durations, front }) => {
    const measured = createMetrics(boardSources(process.board), [durations.distribution], front.loopDelay);
    return { opsUrl: await openOpsPort(process, measured) };
  },
});

/** A role without the API answers `/livez` and `/readyz` here, also while it waits for its engines. */
export const roleMetrics = definePart({
  name: 'role metrics',
  needs: [],
  gives: ['opsUrl'],
  start: async (process, given) => {
    const { role, chosen, board, clock } = process;
    const lag = lagSource(async () => given.engine ?? null, new Set(chosen));
    const chains = chainSources(() => given.workers?.chainHealth ?? new Map(), clock);
    const own: Readonly<Partial<Record<Role, readonly GaugeSource[]>>> = {
      'run publishers': [
        ...chains,
        ...documentSources(() => given.workers?.documents() ?? null),
        ticksSource(() => given.workers?.ticks() ?? null),
      ],
      'run deliver': webhookSources(() => given.deliverer),
    };
    const sources = [...(own[role] ?? [lag]), ...boardSources(board)];
    return { opsUrl: await openOpsPort(process, createMetrics(sources), board.failing) };
  },
});
