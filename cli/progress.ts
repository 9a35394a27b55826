/** Says how far long work is: one line that is written over on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  /** `total` is the count at the end, where it is known. */
  readonly at: (count: number, total?: number) => void;
  /** Leaves the terminal with nothing half written. */
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
  /** What is done, for example `reading lei2.xml.zip`. */
  readonly work: string;
  /** What is counted, in the plural. */
  readonly unit: string;
  /** One unit shown, in what is counted. Default 1. */
  readonly scale?: number;
}

/** Work that is done by then is not worth a line. */
const silentMs = 1_000;
const drawEveryMs = 200;
const lineEveryMs = 5_000;

export function startProgress({ stream, clock, work, unit, scale = 1 }: ProgressOptions): Progress {
  const start = clock();
  let shownAt = start + silentMs - drawEveryMs;
  let drawn = '';
  const shown = (count: number): string => Math.floor(count / scale).toLocaleString('en');
  return {
    at: (count, total) => {
      const now = clock();
      const every = stream.isTTY === true ? drawEveryMs : drawn === '' ? drawEveryMs : lineEveryMs;
      if (now - shownAt < every) return;
      shownAt = now;
      const of = total === undefined ? '' : ` of ${shown(total)}`;
      const line = `${work}: ${shown(count)}${of} ${unit}, ${shown((count * 1000) / (now - start))} ${unit}/s`;
      stream.write(stream.isTTY === true ? `\r${line.padEnd(drawn.length)}` : `${line}\n`);
      drawn = line;
    },
    end: () => {
      if (stream.isTTY === true && drawn !== '') stream.write('\n');
    },
  };
}
