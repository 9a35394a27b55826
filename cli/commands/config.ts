import type { Command } from 'commander';
import { command, type Context, runs } from '../program/command.ts';
import { table } from '../program/output/table.ts';

export const configCommand = (): Command =>
  command('config').addCommand(command('print', 'each setting, redacted, with its origin').action(runs(printConfig)));

async function printConfig({ loaded, out }: Context): Promise<void> {
  const rows = loaded.printed.map(({ name, value, origin, meaning }) => [name, value ?? '-', origin, meaning]);
  out.result(loaded.printed, table(['name', 'value', 'origin', 'meaning'], rows, out.width));
}
