import { RetryableError, UsageError } from '../../../errors.ts';
import { engineCode } from '../../engine-errors.ts';
import type { SentError } from './messages.ts';

/** An error as a message. Keeps what the program decides by: its class, the code of the engine, and those of its cause. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { kind: 'other', name: 'Error', message: String(error), code: null, cause: null };
  return {
    kind: error instanceof RetryableError ? 'retry' : error instanceof UsageError ? 'usage' : 'other',
    name: error.name,
    message: error.message,
    code: engineCode(error),
    cause: error.cause === undefined ? null : sentError(error.cause),
  };
}

/** The error of a message. */
export function receivedError({ kind, name, message, code, cause }: SentError): Error {
  const options = cause === null ? {} : { cause: receivedError(cause) };
  if (kind === 'retry') return new RetryableError(message, options);
  if (kind === 'usage') return new UsageError(message, options);
  const error = Object.assign(new Error(message, options), code === null ? {} : { clickhouseCode: code });
  error.name = name;
  return error;
}
