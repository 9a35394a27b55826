import { visibleText } from './visible-text.ts';

/** Names of pino's levels. */
const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A structured log line as one line for a terminal: level, message, and the error's message. */
export function formatLogLine(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line) as {
      readonly level: number;
      readonly msg?: string;
      readonly err?: { readonly message?: string };
    };
    const detail = err?.message === undefined || msg?.includes(err.message) === true ? '' : `: ${err.message}`;
    return `  ${levels[level] ?? level}  ${visibleText(`${msg ?? ''}${detail}`)}\n`;
  } catch {
    return line;
  }
}
