import type { Command } from 'commander';
import type { LogInspection } from '../../infra/log/lost-records.ts';
import { command, type Context, runs } from '../program/command.ts';
import { openEngine } from '../engine/open-engine.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { withTables } from '../service/tables/own-tables.ts';
import { compareAccounts } from '../verify/compare/accounts.ts';
import { compareDetect, type Difference } from '../verify/compare/detect.ts';
import { compareObservations } from '../verify/compare/observations.ts';
import { compareTables } from '../verify/compare/tables.ts';

export const verifyCommand = (): Command => command('verify').action(runs(verify));

/** Offsets below the first record of a topic that is kept for ever; also those that the operator has given up. */
const lostRecords = (inspection: LogInspection | null) =>
  (inspection?.lost ?? []).map(({ topic, partition, below }) => ({ topic, partition, lost: below, below }));

async function verify(context: Context): Promise<void> {
  const { loaded, out, logger } = context;
  const engine = await openEngine(loaded.config, logger);
  try {
    const detect = await compareDetect(engine);
    const observations = await compareObservations(engine);
    const accounts = await compareAccounts(engine);
    const tables = await withTables(context, engine, (client) => compareTables(engine, client));
    const count = (kind: Difference['kind']): number => detect.differences.filter((one) => one.kind === kind).length;
    const sum = (pick: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((total, table) => total + pick(table), 0);
    const records = lostRecords((await engine.log.inspect?.()) ?? null);
    const report = {
      lost:
        count('lost') +
        records.reduce((total, { lost }) => total + lost, 0) +
        observations.lost +
        accounts.lost +
        sum((table) => table.lost),
      duplicate: count('duplicate') + accounts.duplicate + sum((table) => table.duplicate),
      differing: count('differing') + count('invented') + observations.differing + sum((table) => table.differing),
      checked: {
        changesRefolded: detect.compared,
        observations: observations.observations,
        artifacts: observations.artifacts,
        proofs: observations.proofs,
        accountEvents: accounts.events,
        tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      },
      problems: [
        ...records,
        ...detect.differences,
        ...tables.filter(({ lost, duplicate, differing }) => lost + duplicate + differing > 0),
      ].slice(0, 100),
    };
    const { lost, duplicate, differing } = report;
    out.result(report, `lost ${lost}, duplicate ${duplicate}, differing ${differing}`);
    if (lost + duplicate + differing > 0)
      throw new CommandFailed('the log and what was made of it do not agree; --json lists the problems');
  } finally {
    await engine.close();
  }
}
