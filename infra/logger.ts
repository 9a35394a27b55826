import { pino, type Logger as Pino } from 'pino';

/** Structured logger: `(fields, sentence)`. */
export type Logger = Pick<Pino, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  /** One that says these fields with every line. `redact: []`: its lines hold only members known to be no secrets. */
  readonly child: (fields: Readonly<Record<string, unknown>>, options?: { readonly redact: [] }) => Logger;
};

export interface LoggerOptions {
  readonly level: string;
  /** Where lines go; JSON, one a line. */
  readonly destination: { readonly write: (line: string) => void };
}

/** Members that never reach a log line, at any of the depths that occur. */
const secretMembers = ['authorization', 'Authorization', 'cookie', 'secret', 'key', 'note', 'password', 'token'];
const redacted = secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Makes the process logger. Secrets are replaced by `[redacted]`, key-shaped text in sentences as well. */
export function createLogger(options: LoggerOptions): Logger {
  const scrubbed = { write: (line: string) => options.destination.write(line.replace(keyShaped, '$1[redacted]')) };
  return pino({ level: options.level, redact: { paths: redacted, censor: '[redacted]' } }, scrubbed);
}

const keyShaped = /(attestry_[A-Za-z0-9]{8}_)[A-Za-z0-9]{16,}/g;
