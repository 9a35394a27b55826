import type { Server, ServerResponse } from 'node:http';
import { createLimitedServer } from './http/http-limits.ts';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type LoopDelay, measureLoopDelay } from './process/loop-delay.ts';
import { registerLoopDelay } from './process/loop-delay-metrics.ts';

/** A gauge whose values are read at each scrape. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: () => Promise<
    readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
  >;
}

/** A histogram that the code adds observations to. */
export interface Distribution {
  readonly name: string;
  readonly observe: (labels: Readonly<Record<string, string>>, value: number) => void;
  /** `observe` for fixed labels, resolved once. */
  readonly of: (labels: Readonly<Record<string, string>>) => (value: number) => void;
  readonly metric: Histogram;
}

export interface DistributionOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[];
}

export function createDistribution({ name, help, labels, buckets }: DistributionOptions): Distribution {
  const metric = new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [] });
  return {
    name,
    metric,
    observe: (values, value) => metric.observe(values, value),
    of: (values) => {
      const series = metric.labels(values);
      return (value) => series.observe(value);
    },
  };
}

export interface Metrics {
  /** Prometheus text format. */
  readonly text: () => Promise<string>;
  /** Names of all metrics, without the suffixes of a histogram's series. */
  readonly names: () => readonly string[];
}

const prefix = 'attestry_';

/** Of the delay that prom-client measures: longer than any process lives, milliseconds. */
const never = 2 ** 31 - 1;

/** Process metrics, including event loop delay, and the given gauges and distributions. */
export function createMetrics(
  sources: readonly GaugeSource[],
  distributions: readonly Distribution[] = [],
  loopDelay: Pick<LoopDelay, 'take'> = measureLoopDelay(),
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: never });
  registerLoopDelay(registry, prefix, loopDelay);
  for (const { name, help, labels, read } of sources) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        for (const { labels: values, value } of await read()) this.set(values, value);
      },
    });
  }
  for (const { metric } of distributions) registry.registerMetric(metric);
  return { text: () => registry.metrics(), names: () => registry.getMetricsAsArray().map(({ name }) => name) };
}

/** What the port of metrics answers. */
export interface MetricsServerOptions {
  readonly metrics: Metrics;
  /** Answer of `/version`. */
  readonly version: { readonly name: string; readonly version: string };
  /** Failing parts of a process without an API, which answers `/livez` and `/readyz` here. */
  readonly failing?: () => readonly string[];
  /** Requests to other hosts are refused, so that no web page reaches a loopback port under a name of its own (DNS rebinding). */
  readonly isHost?: (host: string) => boolean;
}

/** Serves `/metrics`, `/version` and, for a process without an API, `/livez` and `/readyz`. */
export function createMetricsServer({ metrics, version, failing, isHost = () => true }: MetricsServerOptions): Server {
  return createLimitedServer((request, response) => {
    if (!isHost(request.headers.host ?? '')) {
      response.writeHead(421, { 'content-type': plain });
      response.end('this port answers on loopback names only: localhost, 127.0.0.1 or [::1]\n');
      return;
    }
    const path = request.method === 'GET' ? request.url : undefined;
    const parts = failing?.() ?? null;
    if (path === '/version') sendJson(response, 200, version);
    else if (parts !== null && path === '/livez') sendJson(response, 200, { status: 'ok' });
    else if (parts !== null && path === '/readyz') sendReadiness(response, parts);
    else if (path !== '/metrics') response.writeHead(404, { 'content-type': plain }).end('only GET /metrics is here\n');
    else {
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
        (error: unknown) => response.writeHead(500, { 'content-type': plain }).end(`${String(error)}\n`),
      );
    }
  });
}

const plain = 'text/plain; charset=utf-8';

function sendReadiness(response: ServerResponse, failing: readonly string[]): void {
  const ok = failing.length === 0;
  sendJson(response, ok ? 200 : 503, { status: ok ? 'ok' : 'failing', failing });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
