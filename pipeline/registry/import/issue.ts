/** The reason why a line cannot be imported. */
export interface ImportIssue {
  /** `invalid`: the line is wrong. `usage`: the line is valid, but not with the `asOf` of the command. */
  readonly kind: 'invalid' | 'usage';
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Place in a file that has no lines of declarations, for example `tokens[17] USDC`. */
  readonly place?: string;
  /** Path of the member, for example `parties[0].role`; empty for the whole line. */
  readonly path: string;
  readonly reason: string;
}

/** A JSON object on a line of an NDJSON file. */
export interface ImportLine {
  readonly file: string;
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A text file to import, with the name shown in messages. */
export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

export const invalid = (
  { file, line }: Pick<ImportLine, 'file' | 'line'>,
  path: string,
  reason: string,
): ImportIssue => ({
  kind: 'invalid',
  file,
  line,
  path,
  reason,
});

/** Text of an issue, for people: place, member, reason. */
export const describeIssue = ({ file, line, place, path, reason }: ImportIssue): string =>
  [place === undefined ? `${file}:${line}` : file, place ?? '', path, reason].filter((part) => part !== '').join(': ');

/** Orders issues by the order of the files, then by line. */
export function sortIssues(issues: readonly ImportIssue[], files: readonly ImportFile[]): readonly ImportIssue[] {
  const rank = new Map(files.map(({ name }, index) => [name, index]));
  return [...issues].sort((a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line);
}
