import { formatLogLine } from './log-line.ts';

/** Where a service writes its log. */
export interface LogStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/**
 * Writes log lines to a stream; on a terminal in a form for people. A write blocks until the reader accepts it, and
 * every request has a line. So lines of one turn of the event loop are written together at its end, or when the process
 * exits. An error, after which the turn may not end, is written at once, after the lines before it.
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
    const text = tty ? formatLogLine(line) : line;
    if (waiting.length + text.length > longestWrite) write();
    if (waiting === '') setImmediate(write);
    waiting += text;
    if (isError.test(line)) write();
  };
}

/** Largest write that a pipe accepts atomically, so that lines of several processes do not mix; bytes. */
const longestWrite = 4_096;

/** Levels `error` and `fatal` at the beginning of a line. */
const isError = /^\{"level":[56]0,/;
