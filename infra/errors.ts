/**
 * What to do about an error, decided by its type and never by its text:
 * `retry` (an engine is unreachable), `park` (this record can never work), `crash` (everything unknown).
 */
export type ErrorClass = 'retry' | 'park' | 'crash';

/** An engine or a file is unreachable for now: the same call is made again, with back-off, without limit. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError';
}

/** A record that can never be processed: it goes to the dead letters, the rest goes on. */
export class ParkedRecordError extends Error {
  override readonly name = 'ParkedRecordError';
}

/** Something the caller gave is wrong. The message says what, where and what to do; it is shown to people as it is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
