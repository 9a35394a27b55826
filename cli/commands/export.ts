import type { Command } from 'commander';
import { Option } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { runSql } from '../engine/run-sql.ts';
import { command, type Context, runs } from '../program/command.ts';
import { fillNewFile } from '../program/input/new-file.ts';

/** Formats of the export, and their names in ClickHouse. */
const formats = { ndjson: 'JSONEachRow', csv: 'CSVWithNames', parquet: 'Parquet' } as const;

export const exportCommand = (): Command =>
  command('export').addCommand(
    command('changes', 'the newest revision of every change, in the columns of the view changes')
      .addOption(
        new Option('--format <name>', 'ndjson, csv or parquet').choices(Object.keys(formats)).default('ndjson'),
      )
      .option('--out <file>', 'a new file; by default standard output')
      .action(runs(exportChanges)),
  );

/** In the order of detection, so that two exports of the same log are the same. */
const changesSql = 'SELECT * FROM attestry.changes ORDER BY detected_at, id';

async function exportChanges(
  { loaded, out }: Context,
  { format, out: file }: { readonly format: keyof typeof formats; readonly out?: string },
): Promise<void> {
  if (file === undefined) {
    if (format === 'parquet' && process.stdout.isTTY) {
      throw new UsageError('Parquet is not for a terminal: give --out FILE, or redirect the output');
    }
    await runSql(loaded.config, changesSql, formats[format], process.stdout);
    return;
  }
  const bytes = await fillNewFile(file, (to) => runSql(loaded.config, changesSql, formats[format], to));
  out.result({ file, format, bytes }, `${file}: ${bytes} bytes`);
}
