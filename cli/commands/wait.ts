import type { Command } from 'commander';
import { pause } from '../../infra/async/async.ts';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isCluster, openEngine } from '../engine/open-engine.ts';
import { untilIdle } from '../engine/until-idle.ts';
import { untilRefreshed } from '../engine/until-refreshed.ts';

export const waitCommand = (): Command =>
  command('wait')
    .option('--idle', 'wait until every processor and the sink have caught up (the only condition, and the default)')
    .option('--timeout <seconds>', 'time limit in seconds', '60')
    .action(runs(waitIdle));

/** Longest time after which an API process serves a row as current (decision 21), milliseconds. */
const servedWithinMs = 1_000;

async function waitIdle(context: Context, options: { readonly timeout: string }): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const seconds = Number(options.timeout);
  if (!(seconds > 0)) throw new UsageError(`--timeout takes seconds, not "${options.timeout}"`);
  const timeoutMs = seconds * 1000;
  const deadline = clock() + timeoutMs;
  const engine = await openEngine(loaded.config, logger);
  try {
    await untilIdle(engine, { timeoutMs, clock });
    await untilRefreshed(loaded.config, { deadline, clock });
    // A command cannot reach every API process of a cluster. Each of them shows the rows of the tables within this
    // time.
    if (isCluster(loaded.config)) await pause(servedWithinMs);
    out.result({ idle: true }, 'idle');
  } finally {
    await engine.close();
  }
}
