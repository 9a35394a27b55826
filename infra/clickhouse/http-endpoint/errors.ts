import { RetryableError } from '../../errors.ts';
import { engineCode } from '../engine-errors.ts';

/** An error as ClickHouse reports it to a client. */
export interface ClickHouseError {
  readonly error: true;
  readonly code: number;
  readonly status: number;
  /** Without the prefix `Code: N. DB::Exception:` and the name in parentheses. */
  readonly message: string;
}

/** Codes of the endpoint's own refusals, with the names and HTTP statuses that ClickHouse uses for them. */
const knownErrors = {
  36: ['BAD_ARGUMENTS', 400],
  60: ['UNKNOWN_TABLE', 404],
  62: ['SYNTAX_ERROR', 400],
  73: ['UNKNOWN_FORMAT', 400],
  81: ['UNKNOWN_DATABASE', 404],
  115: ['UNKNOWN_SETTING', 404],
  164: ['READONLY', 403],
  202: ['TOO_MANY_SIMULTANEOUS_QUERIES', 503],
  344: ['SUPPORT_IS_DISABLED', 403],
  446: ['FUNCTION_NOT_ALLOWED', 403],
  497: ['ACCESS_DENIED', 403],
  516: ['AUTHENTICATION_FAILED', 403],
} as const satisfies Readonly<Record<number, readonly [string, number]>>;

/** HTTP status of errors that only the engine raises; 400 for all others, which are errors of the query. */
const engineStatus: ReadonlyMap<number, number> = new Map([
  [46, 404], // UNKNOWN_FUNCTION
  [47, 404], // UNKNOWN_IDENTIFIER
  [49, 500], // LOGICAL_ERROR
  [159, 408], // TIMEOUT_EXCEEDED
  [236, 500], // ABORTED
  [241, 500], // MEMORY_LIMIT_EXCEEDED
  [439, 503], // CANNOT_SCHEDULE_TASK
  [1000, 500], // POCO_EXCEPTION
  [1001, 500], // STD_EXCEPTION
  [1002, 500], // UNKNOWN_EXCEPTION
]);

export const clickhouseError = (
  code: keyof typeof knownErrors,
  message: string,
  status: number = knownErrors[code][1],
): ClickHouseError => ({ error: true, code, status, message: `${message} (${knownErrors[code][0]})` });

/** An engine error for the client; null when it is not an error of ClickHouse. */
export const fromEngine = (error: unknown): ClickHouseError | null => {
  if (error instanceof RetryableError && engineCode(error.cause) === null) return clickhouseError(202, error.message);
  const cause = error instanceof RetryableError ? error.cause : error;
  const code = engineCode(cause);
  if (code === null || !(cause instanceof Error)) return null;
  const known = Object.entries(knownErrors).find(([knownCode]) => Number(knownCode) === code)?.[1];
  const message = cause.message.replace(/^(?:Code: \d+\. DB::Exception: )+/, '').trimEnd();
  return { error: true, code, status: known?.[1] ?? engineStatus.get(code) ?? 400, message };
};

/** The body of an error reply, as ClickHouse writes it. */
export const errorText = ({ code, message }: ClickHouseError, version: string): string =>
  `Code: ${code}. DB::Exception: ${message}${version === '' ? '' : ` (version ${version})`}\n`;
