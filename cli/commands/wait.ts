import type { Command } from 'commander';
import { pause } from '../../infra/async/async.ts';
import type { Config } from '../../infra/config/config.ts';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../program/command.ts';
import { isCluster, openEngine } from '../engine/open-engine.ts';
import { currentReading } from '../engine/tables-client.ts';
import { untilIdle } from '../engine/until-idle.ts';
import { untilRefreshed } from '../engine/until-refreshed.ts';

export const waitCommand = (): Command =>
  command('wait')
    .option('--idle', 'wait until every processor and the sink have caught up (the only condition, and the default)')
    .option('--timeout <seconds>', 'seconds without progress after which it fails', '60')
    .action(runs(waitIdle));

/** Longest time after which an API process serves a row as current (decision 21), milliseconds. */
const servedWithinMs = 1_000;

async function waitIdle(context: Context, options: { readonly timeout: string }): Promise<void> {
  const { loaded, out, logger, clock } = context;
  const seconds = Number(options.timeout);
  if (!(seconds > 0)) throw new UsageError(`--timeout takes seconds, not "${options.timeout}"`);
  const standstillMs = seconds * 1000;
  const engine = await openEngine(loaded.config, logger);
  try {
    await untilIdle(engine, { standstillMs, clock, readingAt: () => readingAt(loaded.config) });
    await untilRefreshed(loaded.config, { deadline: clock() + standstillMs, clock });
    // A command cannot reach every API process of a cluster. Each of them shows the rows of the tables within this
    // time.
    if (isCluster(loaded.config)) await pause(servedWithinMs);
    out.result({ idle: true }, 'idle');
  } finally {
    await engine.close();
  }
}

/** Progress of the running service in a large file. One that is too busy to answer has none to show. */
async function readingAt(config: Config): Promise<string> {
  try {
    const reading = await currentReading(config);
    return reading === null ? '' : JSON.stringify(reading);
  } catch (error) {
    if (error instanceof RetryableError) return '';
    throw error;
  }
}
