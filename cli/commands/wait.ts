import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../command.ts';
import { openEngine } from '../engine.ts';
import { CommandFailed } from '../exit.ts';
import { laggards, processorStatus } from '../status.ts';
import { refreshCaches } from '../tables-client.ts';

export const waitCommand = (): Command =>
  command('wait', 'returns when all that was appended is processed and served')
    .option('--idle', 'wait until every processor and the sink have caught up')
    .option('--timeout <seconds>', 'give up after so long', '60')
    .action(runs(waitIdle));

const pollMs = 25;

async function waitIdle(
  context: Context,
  options: { readonly idle?: boolean; readonly timeout: string },
): Promise<void> {
  const { loaded, out, logger, clock } = context;
  if (options.idle !== true) throw new UsageError('wait for what? --idle is the only condition there is');
  const seconds = Number(options.timeout);
  if (!(seconds > 0)) throw new UsageError(`--timeout takes seconds, not "${options.timeout}"`);
  const engine = await openEngine(loaded.config, logger);
  try {
    const deadline = clock() + seconds * 1000;
    let quiet = 0;
    for (;;) {
      const behind = laggards(await processorStatus(engine));
      quiet = behind.length === 0 ? quiet + 1 : 0;
      // Twice in a row: an output appended between the reads of two processors shows up in the second look.
      if (quiet === 2) break;
      if (clock() > deadline) {
        const list = behind.map(({ name, lag }) => `${name} (${lag} records behind)`).join(', ');
        out.result({ idle: false, behind }, '');
        throw new CommandFailed(`not idle after ${seconds} s: ${list}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    await refreshCaches(loaded.config);
    out.result({ idle: true }, 'idle');
  } finally {
    await engine.close();
  }
}
