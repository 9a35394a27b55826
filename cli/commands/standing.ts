import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { isoTimeOrNull } from '../../api/readmodel/iso-time.ts';
import { parseCaip19 } from '../../schemas/values/caip.ts';
import { connectTables } from '../engine/tables-client.ts';
import { command, type Context, runs } from '../program/command.ts';
import { table } from '../program/output/table.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { standingSources } from '../service/pages/standing-sources.ts';
import { readStanding } from '../standing/read-standing.ts';

export const standingCommand = (): Command =>
  command('standing').argument('<caip19>', 'the token, such as eip155:1/erc20:0xA0b8…eB48').action(runs(standing));

/** Every part, with candidates, as the operator may see them. Exit code 1 for a token that is not in the registry. */
async function standing({ loaded, out, clock }: Context, caip19: string): Promise<void> {
  const { config } = loaded;
  if (parseCaip19(caip19) === null) throw new UsageError(`${caip19} is no CAIP-19 identifier`);
  const tables = await connectTables(config);
  if (tables === null) {
    throw new CommandFailed(`no service runs on ${config.dataDir}: start attestry up, whose tables this command reads`);
  }
  const found = await readStanding(tables, caip19, { clock, standings: standingSources(config) });
  if (found === null) throw new CommandFailed(`${caip19} is not in this registry`);
  const { state, severity, parts, at } = found;
  const rows = parts.map((part) => ({
    ...part,
    asOf: isoTimeOrNull(part.asOf),
    limitAt: isoTimeOrNull(part.limitAt),
  }));
  out.result(
    { caip19, state, severity, at: isoTimeOrNull(at), parts: rows },
    [
      `${state}${severity === null ? '' : `, ${severity}`}`,
      '',
      table(
        ['part', 'state', 'severity', 'word', 'as of', 'note'],
        rows.map((row) => [row.part, row.state, row.severity ?? '', row.word, row.asOf?.slice(0, 10) ?? '', row.note]),
        out.width,
      ),
    ].join('\n'),
  );
}
