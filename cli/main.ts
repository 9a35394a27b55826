import { CommanderError } from 'commander';
import { command, usageExitCode } from './command.ts';
import { changesCommand } from './commands/changes.ts';
import { configCommand } from './commands/config.ts';
import { deadLettersCommand } from './commands/dead-letters.ts';
import { doctorCommand } from './commands/doctor.ts';
import { explainCommand } from './commands/explain.ts';
import { feedsCommand } from './commands/feeds.ts';
import { keysCommand } from './commands/keys.ts';
import { migrateCommand } from './commands/migrate.ts';
import { observeCommand } from './commands/observe.ts';
import { registryCommand } from './commands/registry.ts';
import { replayCommand } from './commands/replay.ts';
import { resetCommand } from './commands/reset.ts';
import { screenCommand } from './commands/screen.ts';
import { statusCommand } from './commands/status.ts';
import { topicsCommand } from './commands/topics.ts';
import { upCommand } from './commands/up.ts';
import { verifyCommand } from './commands/verify.ts';
import { waitCommand } from './commands/wait.ts';
import { intakeCommand, watchCommand } from './commands/watch.ts';
import { version } from './up/version.ts';

/** The `attestry` program. Sets `process.exitCode`; never throws for what a user did. */
export async function main(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may stop early, as `head` does: then there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  const program = command('attestry', 'asset verification registry with watchlist monitoring')
    .version(version().version)
    .addCommand(upCommand())
    .addCommand(migrateCommand())
    .addCommand(doctorCommand())
    .addCommand(configCommand())
    .addCommand(statusCommand())
    .addCommand(waitCommand())
    .addCommand(keysCommand())
    .addCommand(registryCommand())
    .addCommand(observeCommand())
    .addCommand(feedsCommand())
    .addCommand(screenCommand())
    .addCommand(changesCommand())
    .addCommand(watchCommand())
    .addCommand(intakeCommand())
    .addCommand(topicsCommand())
    .addCommand(deadLettersCommand())
    .addCommand(explainCommand())
    .addCommand(replayCommand())
    .addCommand(verifyCommand())
    .addCommand(resetCommand());
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = usageExitCode(error.exitCode);
  }
}
