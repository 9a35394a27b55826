import { createServer, type Server } from 'node:http';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** A value read when somebody scrapes. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly read: () => Promise<
    readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
  >;
}

export interface Metrics {
  /** Prometheus text format. */
  readonly text: () => Promise<string>;
}

/** Process metrics, event-loop delay among them, and the given gauges. */
export function createMetrics(sources: readonly GaugeSource[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'attestry_' });
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
  return { text: () => registry.metrics() };
}

/** Serves `/metrics`, and nothing else. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('only GET /metrics is here\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) =>
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(`${String(error)}\n`),
    );
  });
}
