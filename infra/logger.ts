import { pino, type Logger as Pino } from 'pino';

/** Structured logger: `(fields, sentence)`. */
export type Logger = Pick<Pino, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  /** A logger that adds these fields to every line. `redact: []` is for lines whose members are known not to be secrets. */
  readonly child: (fields: Readonly<Record<string, unknown>>, options?: { readonly redact: [] }) => Logger;
};

export interface LoggerOptions {
  readonly level: string;
  /** Receives JSON, one object a line. */
  readonly destination: { readonly write: (line: string) => void };
}

/** Members that are redacted, at every depth that occurs. */
const secretMembers = ['authorization', 'Authorization', 'cookie', 'secret', 'key', 'note', 'password', 'token'];
const redacted = secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Creates the process logger. It replaces secrets by `[redacted]`, also API keys within messages. */
export function createLogger(options: LoggerOptions): Logger {
  const scrubbed = { write: (line: string) => options.destination.write(line.replace(keyShaped, '$1[redacted]')) };
  return pino({ level: options.level, redact: { paths: redacted, censor: '[redacted]' } }, scrubbed);
}

const keyShaped = /(attestry_[A-Za-z0-9]{8}_)[A-Za-z0-9]{16,}/g;
