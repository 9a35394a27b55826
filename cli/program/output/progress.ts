import { visibleText } from './visible-text.ts';

/** Shows the progress of long work: one line that is overwritten on a terminal, or a plain line now and then. */
export interface Progress {
  /** `total` is the count at the end, if known. */
  readonly at: (count: number, total?: number) => void;
  /** Completes the current line of a terminal. */
  readonly end: () => void;
}

export interface ProgressStream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
}

export interface ProgressOptions {
  readonly stream: ProgressStream;
  /** Milliseconds. */
  readonly clock: () => number;
  /** What is being done, for example `reading lei2.xml.zip`. */
  readonly work: string;
  /** The unit of the count, in the plural. */
  readonly unit: string;
  /** How many counted items make one displayed unit. Default 1. */
  readonly scale?: number;
}

/** Work that ends sooner shows nothing. */
const silentMs = 1_000;
const drawEveryMs = 200;
const lineEveryMs = 5_000;

export function startProgress({ stream, clock, work, unit, scale = 1 }: ProgressOptions): Progress {
  const start = clock();
  let shownAt = start + silentMs - drawEveryMs;
  const named = visibleText(work);
  let drawn = '';
  const shown = (count: number): string => Math.floor(count / scale).toLocaleString('en');
  return {
    at: (count, total) => {
      const now = clock();
      const every = stream.isTTY === true ? drawEveryMs : drawn === '' ? drawEveryMs : lineEveryMs;
      if (now - shownAt < every) return;
      shownAt = now;
      const of = total === undefined ? '' : ` of ${shown(total)}`;
      const line = `${named}: ${shown(count)}${of} ${unit}, ${shown((count * 1000) / (now - start))} ${unit}/s`;
      stream.write(stream.isTTY === true ? `\r${line.padEnd(drawn.length)}` : `${line}\n`);
      drawn = line;
    },
    end: () => {
      if (stream.isTTY === true && drawn !== '') stream.write('\n');
    },
  };
}

/** Shows numbered steps on one line of a terminal; null elsewhere. */
export function startSteps(
  stream: ProgressStream,
  work: string,
): { readonly at: (done: number, total: number, step: string) => void; readonly end: () => void } | null {
  if (stream.isTTY !== true) return null;
  let drawn = '';
  const draw = (line: string): void => {
    stream.write(`\r${line.padEnd(drawn.length)}`);
    drawn = line;
  };
  return {
    at: (done, total, step) => draw(`${work} ${done} of ${total}: ${step}`),
    end: () => {
      // Leaves an empty line for the next output.
      if (drawn !== '') draw('');
      stream.write('\r');
    },
  };
}
