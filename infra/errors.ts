/**
 * How the program handles an error, decided by its type and never by its text: `retry` (an engine is unreachable), `park`
 * (the record can never be processed), `crash` (every other error).
 */
export type ErrorClass = 'retry' | 'park' | 'crash';

/** An engine or a file is unreachable for now: the caller retries with back-off and without limit. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
}

/** A record that can never be processed: it is parked in the dead letters, and the processor continues. */
export class ParkedRecordError extends Error {
  override readonly name = 'ParkedRecordError';
}

/** An input of the user is wrong. The message states what, where and the remedy; it is shown to people unchanged. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
