import type { Command } from 'commander';
import { UsageError } from '../../infra/errors.ts';
import { command, type Context, runs } from '../command.ts';
import { openEngine } from '../engine.ts';
import { CommandFailed } from '../exit.ts';
import { compareDetect } from '../verify/compare-detect.ts';

export const replayCommand = (): Command =>
  command('replay', 'folds the log again')
    .argument('<processor>', 'detect')
    .option('--compare', 'print what would differ and change nothing')
    .action(runs(replay));

async function replay(context: Context, processor: string, options: { readonly compare?: boolean }): Promise<void> {
  const { loaded, out, logger } = context;
  if (processor !== 'detect') throw new UsageError(`replay of "${processor}" is not supported; detect is`);
  if (options.compare !== true) throw new UsageError('replay into tables is not supported yet; use --compare');
  const engine = await openEngine(loaded.config, logger);
  try {
    const { compared, differences } = await compareDetect(engine);
    for (const difference of differences)
      out.row(difference, `${difference.kind} ${difference.topic} ${difference.key}`);
    out.row({ compared, differing: differences.length }, `compared ${compared}, differing ${differences.length}`);
    if (differences.length > 0) throw new CommandFailed('');
  } finally {
    await engine.close();
  }
}
