import type { Command } from 'commander';
import { createLogger } from '../../infra/logger.ts';
import { UsageError } from '../../infra/errors.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { command, type Context, runs } from '../program/command.ts';
import { CommandFailed } from '../program/exit.ts';
import { createLogWriter } from '../program/log-writer.ts';
import { scheduledFeeds } from '../feeds/scheduled-feeds.ts';
import { endOnSignals, exitSoon } from '../program/shutdown.ts';
import { partsOf, type RunRole, runRoles } from '../service/workers/plans.ts';

const what: Readonly<Record<RunRole, string>> = {
  publishers: 'fetches feeds on their schedule',
  processors: 'folds the log: from captures to changes, from commands to events',
  sink: 'projects the log into the tables',
};

export const runCommand = (): Command => {
  const run = command('run', 'one role of a cluster, on Kafka and ClickHouse by URL');
  for (const role of runRoles) {
    run.addCommand(
      command(role, what[role])
        .option('--only <names>', `comma list: ${role === 'publishers' ? 'feeds' : partsOf(role, []).join(', ')}`)
        .action(runs((context, options: { readonly only?: string }) => runRole(context, role, options.only))),
    );
  }
  return run;
};

async function runRole({ loaded, out }: Context, role: RunRole, only: string | undefined): Promise<void> {
  const { config } = loaded;
  const parts = chosen(role, partsOf(role, scheduledFeeds(config.feeds, 'all')), only);
  const tty = process.stderr.isTTY;
  const writeLog = createLogWriter(process.stderr);
  const logger = createLogger({ level: config.logLevel, destination: { write: writeLog } });
  const { end, ended } = endOnSignals();
  const over = new AbortController();
  ended.then(
    () => over.abort(),
    () => undefined,
  );
  // Loaded here and not above: no other command has to wait for the engines.
  const { startRole } = await import('../service/run-role.ts');
  const started = await startRole({
    role,
    parts,
    config,
    logger: logger.child({ role }),
    writeLog,
    searchPorts: tty,
    stage: (sentence) => {
      if (!out.json) out.note(`  ${sentence}`);
    },
    signal: over.signal,
    onDeath: end,
  });
  if (started === null) return;
  const { lifecycle, opsUrl } = started;
  try {
    const metrics = opsUrl === null ? '' : `, ${opsUrl}/metrics and /readyz`;
    out.result({ ready: true, role, parts, opsUrl }, `\n  ${role}: ${parts.join(', ')}${metrics}\n`);
    const reason = await ended;
    if (reason !== null) throw new CommandFailed(reason);
  } finally {
    await lifecycle.stop();
    exitSoon();
  }
}

/** Throws UsageError for a name that the role does not have. */
function chosen(role: RunRole, all: readonly string[], only: string | undefined): readonly string[] {
  if (only === undefined) return all;
  const names = only.split(',').map((name) => name.trim());
  const known = role === 'publishers' ? [...feeds.keys()] : all;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--only: ${role} have no ${unknown.join(', ')}; there are ${known.join(', ')}`);
}
