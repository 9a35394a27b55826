/** Why a line cannot be imported. */
export interface ImportIssue {
  /** `invalid`: the line itself is wrong. `usage`: the line is right but the as-of given with the command is not. */
  readonly kind: 'invalid' | 'usage';
  readonly file: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Member concerned, for example `parties[0].role`; empty for the whole line. */
  readonly path: string;
  readonly reason: string;
}

/** A line of an NDJSON file that holds a JSON object. */
export interface ImportLine {
  readonly file: string;
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A text file to import, with the name to show. */
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

/** One line for people: where, which member, what. */
export const describeIssue = ({ file, line, path, reason }: ImportIssue): string =>
  `${file}:${line}: ${path === '' ? '' : `${path}: `}${reason}`;

/** Orders issues as the files were given, then by line. */
export function sortIssues(issues: readonly ImportIssue[], files: readonly ImportFile[]): readonly ImportIssue[] {
  const rank = new Map(files.map(({ name }, index) => [name, index]));
  return [...issues].sort((a, b) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line);
}
