import { Command } from 'commander';
import type { LoadedConfig } from '../../infra/config/config.ts';
import type { Logger } from '../../infra/logger.ts';
import { exitCodes } from './process/exit-codes.ts';
import { createOutput, type Output } from './output/output.ts';

/** The arguments that every command gets. */
export interface Context {
  readonly loaded: LoadedConfig;
  readonly out: Output;
  readonly logger: Logger;
  readonly clock: () => number;
}

type Action = (context: Context, ...parameters: never[]) => Promise<void>;

/** A command with the options every command has. The sentence of a command of the program is in `command-names.ts`. */
export function command(signature: string, description = ''): Command {
  return new Command(signature)
    .description(description)
    .option('--json', 'print only JSON or NDJSON on stdout')
    .option('--wide', 'print tables without fitting them to the terminal')
    .showHelpAfterError('(--help shows the options)')
    .exitOverride();
}

/**
 * Turns an action into a commander handler: loads the configuration and turns errors into a message on stderr and an
 * exit code. Arguments arrive as commander gives them, with the options object last.
 */
export function runs(action: Action): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const given = parameters.slice(0, -1);
    const invoked = parameters.at(-1) as Command;
    const { json, wide } = invoked.optsWithGlobals<{ readonly json?: boolean; readonly wide?: boolean }>();
    const out = createOutput(json === true, process, wide === true);
    // Loaded here and not above: help and a wrong command line need none of them.
    const [{ loadConfig }, { createLogger }, { explainFailure }] = await Promise.all([
      import('../../infra/config/config.ts'),
      import('../../infra/logger.ts'),
      import('./process/exit.ts'),
    ]);
    try {
      const loaded = loadConfig();
      for (const warning of loaded.warnings) out.note(warning);
      const logger = createLogger({ level: loaded.config.logLevel, destination: process.stderr });
      await action({ loaded, out, logger, clock: Date.now }, ...(given as never[]));
    } catch (error) {
      const { code, message } = explainFailure(error);
      if (message !== null) out.note(message);
      process.exitCode = code;
    }
  };
}

/** Exit code for commander's own errors: unknown options and missing arguments are usage errors. */
export const usageExitCode = (commanderCode: number): number =>
  commanderCode === 0 ? exitCodes.done : exitCodes.usage;
