import { formatLogLine } from './up/log-line.ts';

/** Where a service writes its log. */
export interface LogStream {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/**
 * Writes log lines to a stream, as people read them where that is a terminal. A write waits for whoever reads, and a
 * request has a line: what is logged within one turn of the event loop is written together at its end, or when the
 * process ends. An error, after which there may be no such end, is written at once with what came before it.
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

/** What a pipe takes as a whole, so that lines of several processes do not mix; bytes. */
const longestWrite = 4_096;

/** Levels `error` and `fatal` at the beginning of a line. */
const isError = /^\{"level":[56]0,/;
