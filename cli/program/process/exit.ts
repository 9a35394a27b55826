import { RetryableError, UsageError } from '../../../infra/errors.ts';
import { ConfigurationError } from '../../../infra/config/config.ts';
import { DamagedLogError } from '../../../infra/log/lmdb/damaged-log-error.ts';
import { DataFormatError } from '../../../infra/data-format.ts';
import { exitCodes } from './exit-codes.ts';
import { openFilesSentence } from './open-files.ts';

/** The command ran and its answer is no. The output already explains it. */
export class CommandFailed extends Error {
  override readonly name: string = 'CommandFailed';
}

/** Exit code and message of an error that ended a command. */
export function explainFailure(error: unknown): { readonly code: number; readonly message: string | null } {
  if (error instanceof ConfigurationError) return { code: exitCodes.configuration, message: error.message };
  // As for a configuration: another start does not help, so a supervisor should not try.
  if (error instanceof DamagedLogError || error instanceof DataFormatError) {
    return { code: exitCodes.configuration, message: error.message };
  }
  if (error instanceof UsageError) return { code: exitCodes.usage, message: error.message };
  if (error instanceof CommandFailed) {
    return { code: exitCodes.failed, message: error.message === '' ? null : error.message };
  }
  if (error instanceof RetryableError) return { code: exitCodes.failed, message: error.message };
  const sentence = openFilesSentence(error);
  if (sentence !== null) return { code: exitCodes.failed, message: sentence };
  return { code: exitCodes.failed, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
