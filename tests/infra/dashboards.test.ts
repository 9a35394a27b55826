import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostSources } from '../../cli/service/health/host-sources.ts';
import { metricSources } from '../../cli/service/health/metric-sources.ts';
import { webhookSources } from '../../cli/service/health/webhook-sources.ts';
import { requestDurations } from '../../cli/service/http/request-durations.ts';
import { createMetrics } from '../../infra/metrics.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const textOf = (file: string): string => readFileSync(pathOf(file), 'utf8');

/** Names of all metrics. The sources are not read. */
const sources = [...metricSources({} as never), ...hostSources({} as never), ...webhookSources(() => undefined)];
const names = createMetrics(sources, [requestDurations().distribution]).names();

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: string;
  readonly summary: string;
  readonly runbook: string;
}

/** The rules of the file, which has a fixed format: a line a member, the expression on a separate line. */
const alerts: readonly Alert[] = textOf('infra/dashboards/alerts.yaml')
  .split(/^ {6}- /m)
  .slice(1)
  .map((rule) => {
    const member = (name: string): string => new RegExp(`^\\s*${name}: (.*)$`, 'm').exec(rule)?.[1] ?? '';
    const expr = /expr: >-\n\s+(.*)$/m.exec(rule)?.[1] ?? '';
    return {
      alert: member('alert'),
      expr,
      for: member('for'),
      severity: member('severity'),
      summary: member('summary'),
      runbook: member('runbook'),
    };
  });

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}
const { panels } = JSON.parse(textOf('infra/dashboards/attestry.json')) as { readonly panels: readonly Panel[] };

/** Metrics of an expression, without the suffix of a distribution's series. */
const metricsOf = (expr: string): readonly string[] =>
  [...expr.matchAll(/attestry_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

test('every metric of the dashboard and of the alerts exists', () => {
  assert.ok(alerts.length > 8 && panels.length > 8);
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const unknown = expressions.flatMap(metricsOf).filter((name) => !names.includes(name));
  assert.equal(unknown, []);
  for (const expr of expressions) assert.match(expr, /attestry/, expr);
  const shown = new Set(expressions.flatMap(metricsOf));
  const ours = names.filter((name) => !/^attestry_(process|nodejs)_/.test(name));
  assert.equal(
    ours.filter((name) => !shown.has(name)),
    [],
    'the dashboard shows every metric',
  );
});

test('every alert is complete and links to its runbook, and every runbook has an alert or is a procedure', () => {
  for (const { alert, runbook, summary, severity, for: wait } of alerts) {
    assert.match(alert, /^Attestry[A-Z]\w+$/);
    assert.match(wait, /^\d+[mh]$/, alert);
    assert.match(severity, /^(page|ticket)$/, alert);
    assert.ok(summary.length > 20, alert);
    const page = textOf(runbook);
    assert.ok(page.includes(`\`${alert}\``), `${runbook} does not name ${alert}`);
    for (const heading of ['## Check', '## Do']) assert.ok(page.includes(heading), `${runbook}: ${heading}`);
  }
  const [index = '', procedures = ''] = textOf('docs/runbooks/README.md').split('## An installation');
  const pages = readdirSync(pathOf('docs/runbooks')).filter((file) => file !== 'README.md');
  const ofAlerts = pages.filter((file) => alerts.some(({ runbook }) => runbook === `docs/runbooks/${file}`));
  for (const page of pages) assert.ok((ofAlerts.includes(page) ? index : procedures).includes(`(${page})`), page);
  for (const { alert } of alerts) assert.ok(index.includes(`\`${alert}\``), alert);
});

test('panel titles are distinct', () => {
  assert.is(new Set(panels.map(({ title }) => title)).size, panels.length);
});

test.run();
