import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { emptyTables } from '../../infra/clickhouse/upkeep/empty-tables.ts';
import { fillTemplate } from '../../infra/clickhouse/migrate/migration-template.ts';
import { migrate, tablesIdOf } from '../../infra/clickhouse/migrate/migrations.ts';
import { ownerOfTables, refuseOthersTables } from '../../infra/clickhouse/migrate/tables-owner.ts';
import { UsageError } from '../../infra/errors.ts';
import { acquireServiceLock } from '../../infra/log/service-lock.ts';
import { sinkTables } from '../../pipeline/sink/tables.ts';
import { topicNames } from '../../schemas/topics.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isRunning } from '../engine/is-running.ts';
import { type Engine, openEngine, prepareDataDirectory, tablesDirectory } from '../engine/open-engine.ts';
import { layoutOf, openJobLane, placeOfTables } from '../engine/server-lanes.ts';
import { counted } from '../program/output/counted.ts';

export const tablesCommand = (): Command =>
  command('tables').addCommand(
    command('rebuild', 'empties the tables; the next attestry up fills them from the log')
      .option(
        '--of-log <id>',
        'take over tables on a server that were filled from this other log, which is no longer used',
      )
      .action(runs(rebuild)),
  );

const lanes = [
  ['sink', 'data'],
  ['accounts-sink', 'accounts'],
] as const;

/** A version that no sink writes, so a rebuild that is interrupted here continues when a sink starts. */
const noVersion = 0;

/** Delete the tables first: new tables have another id, which makes a sink start from the beginning of the log. */
async function rebuild(context: Context, { ofLog }: { readonly ofLog?: string }): Promise<void> {
  if (context.loaded.config.clickhouseUrl !== null) await rebuildOnServer(context, ofLog);
  else if (ofLog === undefined) await rebuildEmbedded(context);
  else {
    throw new UsageError(
      '--of-log is for tables on a server (ATTESTRY_CLICKHOUSE_URL): those of the data directory are rebuilt without it.',
    );
  }
}

/** A server may have the tables of another installation: those are deleted only if the operator names their log. */
async function rebuildOnServer({ loaded: { config }, out, logger, clock }: Context, ofLog?: string): Promise<void> {
  const engine = await openEngine(config, logger);
  const tables = openJobLane(config);
  try {
    const owner = await ownerOfTables(tables);
    refuseOthersTables(owner, ofLog ?? engine.log.logId, placeOfTables(config));
    for (const [name] of lanes) {
      if (await isRunning(engine, name)) {
        throw new UsageError(
          `the ${name} is running and would lose what it inserts: stop every attestry run sink first`,
        );
      }
    }
    const emptied = owner.kind !== 'none';
    await tables.command(
      fillTemplate('DROP DATABASE IF EXISTS attestry {{on_cluster}} SYNC', layoutOf(config), 'rebuild'),
    );
    await migrate({ tables, layout: layoutOf(config), now: clock });
    await tablesIdOf(tables, randomUUID);
    const records = await recordsWithTables(engine);
    const state = emptied ? 'the tables are empty' : 'there were no tables';
    out.result(
      { emptied, records },
      `${state}; the next sink fills them from ${counted(records, 'record')} of the log`,
    );
  } finally {
    await tables.close();
    await engine.close();
  }
}

async function rebuildEmbedded({ loaded, out, logger }: Context): Promise<void> {
  prepareDataDirectory(loaded.config);
  const lock = await acquireServiceLock(loaded.config.dataDir, 'attestry tables rebuild');
  try {
    const emptied = await emptyTables(tablesDirectory(loaded.config));
    const engine = await openEngine(loaded.config, logger);
    try {
      for (const [name, environment] of lanes) await engine.openStore(name, environment).reset(noVersion);
      const records = await recordsWithTables(engine);
      const state = emptied ? 'the tables are empty' : 'there were no tables';
      out.result(
        { emptied, records },
        `${state}; the next attestry up fills them from ${counted(records, 'record')} of the log`,
      );
    } finally {
      await engine.close();
    }
  } finally {
    await lock.release();
  }
}

async function recordsWithTables({ log }: Engine): Promise<number> {
  const topics = topicNames.filter((topic) => sinkTables[topic].length > 0);
  const ranges = await Promise.all(topics.map((topic) => log.ranges(topic)));
  return ranges.flat().reduce((sum, { low, end }) => sum + end - low, 0);
}
