import { visibleOutput, visibleText } from './visible-text.ts';

/** The output of a command: results on stdout, messages for people on stderr. */
export interface Output {
  readonly json: boolean;
  /** The result of the command: one JSON value, or its text. */
  readonly result: (value: unknown, text: string) => void;
  /** One of many results: a line of NDJSON, or a line of text. */
  readonly row: (value: unknown, text: string) => void;
  /** For people only. */
  readonly note: (text: string) => void;
}

export interface Streams {
  readonly stdout: { readonly write: (text: string) => unknown };
  readonly stderr: { readonly write: (text: string) => unknown };
}

export function createOutput(json: boolean, streams: Streams): Output {
  const line = (value: unknown, text: string): void => {
    streams.stdout.write(`${visibleOutput(json ? JSON.stringify(value) : text)}\n`);
  };
  return { json, result: line, row: line, note: (text) => void streams.stderr.write(`${visibleOutput(text)}\n`) };
}

/** Rows as aligned columns, header first. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows].map((row) => row.map(visibleText));
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
