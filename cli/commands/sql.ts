import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { rowsOfSql, runSql } from '../engine/run-sql.ts';
import { command, type Context, runs } from '../program/command.ts';
import { table } from '../program/output/table.ts';

export const sqlCommand = (): Command =>
  command('sql')
    .argument('<query>', 'one SELECT over the views; quote it for the shell')
    .option(
      '--format <name>',
      'output format of ClickHouse, such as CSVWithNames or Parquet; by default a table on a terminal',
    )
    .action(runs(sql));

async function sql({ loaded, out }: Context, query: string, options: { readonly format?: string }): Promise<void> {
  if (out.json && options.format !== undefined)
    throw new UsageError('--json is the format JSONEachRow: give one of both');
  const format = options.format ?? (out.json ? 'JSONEachRow' : process.stdout.isTTY ? null : 'TabSeparatedWithNames');
  if (format !== null) {
    await runSql(loaded.config, query, format, process.stdout);
    return;
  }
  const { header, rows } = await rowsOfSql(loaded.config, query);
  out.result(
    rows,
    table(
      header,
      rows.map((row) => row.map(cellOf)),
      out.width,
    ),
  );
}

const cellOf = (value: unknown): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
