import { styleText } from 'node:util';
import { visibleOutput } from './visible-text.ts';

/** The output of a command: results on stdout, messages for people on stderr. */
export interface Output {
  readonly json: boolean;
  /** Characters that a line of a table may have; Infinity with `--wide` and where stdout is no terminal. */
  readonly width: number;
  /** The result of the command: one JSON value, or its text. */
  readonly result: (value: unknown, text: string) => void;
  /** One of many results: a line of NDJSON, or a line of text. On a terminal the lead is in its colour. */
  readonly row: (value: unknown, text: string, lead?: Lead) => void;
  /** For people only. */
  readonly note: (text: string) => void;
}

/** Text before a row. */
export interface Lead {
  readonly text: string;
  readonly colour: 'red' | 'yellow' | 'green' | null;
}

interface Stream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** False with `NO_COLOR`, too. */
  readonly hasColors?: () => boolean;
}

export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export function createOutput(json: boolean, { stdout, stderr }: Streams, wide = false): Output {
  const write = (value: unknown, text: string, before = ''): void => {
    stdout.write(`${json ? visibleOutput(JSON.stringify(value)) : `${before}${visibleOutput(text)}`}\n`);
  };
  const inColour = stdout.isTTY === true && stdout.hasColors?.() === true;
  return {
    json,
    width: stdout.isTTY === true && !wide ? (stdout.columns ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    result: (value, text) => write(value, text),
    row: (value, text, lead) => write(value, text, lead === undefined ? '' : paint(lead, inColour)),
    note: (text) => void stderr.write(`${visibleOutput(text)}\n`),
  };
}

function paint({ text, colour }: Lead, inColour: boolean): string {
  const visible = visibleOutput(text);
  // Whether the stream has colours was asked above.
  return inColour && colour !== null ? styleText(colour, visible, { validateStream: false }) : visible;
}
