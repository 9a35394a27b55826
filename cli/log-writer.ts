import { formatLogLine } from './up/log-line.ts';

/** Where a service writes its log. */
export interface LogStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/**
 * Writes log lines to a stream, as people read them where that is a terminal. A write waits for whoever reads, and a
 * request has a line: what is logged within one turn of the event loop is written together at its end, or when the
 * process ends.
 */
export function createLogWriter(stream: LogStream): (line: string) => void {
  const tty = stream.isTTY === true;
  let waiting = '';
  const write = (): void => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    stream.write(text);
  };
  process.once('exit', write);
  return (line) => {
    if (waiting === '') setImmediate(write);
    waiting += tty ? formatLogLine(line) : line;
  };
}
