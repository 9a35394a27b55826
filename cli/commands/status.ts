import type { Command } from 'commander';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { table } from '../program/output/table.ts';
import { findingsOf } from '../engine/log-findings.ts';
import { withTables } from '../service/tables/own-tables.ts';
import { processorStatus } from '../engine/status.ts';
import { parkedRecords } from '../log/parkings.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { lastRuns } from '../feeds/feed-runs.ts';

export const statusCommand = (): Command => command('status').action(runs(showStatus));

interface TableRows {
  readonly name: string;
  readonly rows: string;
}

async function showStatus(context: Context): Promise<void> {
  const { loaded, out, logger } = context;
  const engine = await openEngine(loaded.config, logger);
  try {
    const processors = await processorStatus(engine);
    const feeds = (await lastRuns(engine)).map((run) => ({ ...run, asOf: new Date(run.asOf).toISOString() }));
    const tables = await withTables(context, engine, (client) =>
      client.query<TableRows>(
        "SELECT name, toString(ifNull(total_rows, 0)) AS rows FROM system.tables WHERE database = 'attestry' AND startsWith(name, 'store_') ORDER BY name",
      ),
    );
    const inspection = (await engine.log.inspect?.()) ?? null;
    const parked = (await parkedRecords(engine)).map(
      ({ request: { topic, partition, offset, by, why }, processors: of }) => ({
        topic,
        partition,
        offset,
        by,
        why,
        processors: of,
      }),
    );
    const status = {
      processors,
      parked,
      feeds,
      ...(inspection === null ? {} : { log: inspection }),
      tables: tables.map(({ name, rows }) => ({ name, rows: Number(rows) })),
    };
    const lag = table(
      ['processor', 'position', 'lag'],
      processors.map(({ name, partitions }) => [
        name,
        String(partitions.reduce((sum, { position }) => sum + position, 0)),
        String(partitions.reduce((sum, one) => sum + one.lag, 0)),
      ]),
      out.width,
    );
    const runsText = table(
      ['feed', 'status', 'as of', 'rows', 'added', 'changed', 'removed', 'alarms', 'reason'],
      feeds.map((run) => [
        run.feed,
        run.status,
        run.asOf,
        String(run.rows),
        String(run.added),
        String(run.changed),
        String(run.removed),
        String(run.alarms.length),
        run.reason ?? '',
      ]),
      out.width,
    );
    const sizes = table(
      ['table', 'rows'],
      status.tables.map(({ name, rows }) => [name, String(rows)]),
    );
    const findings = inspection === null ? [] : findingsOf(inspection);
    const parkings = parked.map(
      ({ topic, partition, offset, by, why, processors: of }) =>
        `parked by hand: ${topic} ${partition} ${offset} (${of.map(({ name, state }) => `${name} ${state}`).join(', ')}), by ${by}: ${why}`,
    );
    out.result(status, [...findings, ...parkings.map(visibleText), `${lag}\n\n${runsText}\n\n${sizes}`].join('\n'));
  } finally {
    await engine.close();
  }
}
