import { fileLimits } from '../../../schemas/file-limits.ts';
import { textLines } from '../../../schemas/values/text-lines.ts';
import { type ImportFile, type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { lengthProblem, textProblem } from '../line-text.ts';

export interface ReadLines {
  readonly lines: readonly ImportLine[];
  readonly issues: readonly ImportIssue[];
}

/** Reads NDJSON: one JSON object a line; blank lines are skipped. Files with too many lines, or problems, are not read to their end. */
export function readLines(
  files: readonly ImportFile[],
  limits: { readonly lines: number; readonly problems: number } = fileLimits.imported,
): ReadLines {
  const lines: ImportLine[] = [];
  const issues: ImportIssue[] = [];
  for (const { name: file, text } of files) {
    let number = 0;
    for (const raw of textLines(text.replace(/^\uFEFF/, ''))) {
      number += 1;
      if (raw.trim() === '') continue;
      const line = { file, line: number };
      const tooMany = beyond(limits, lines.length, issues.length);
      if (tooMany !== null) return { lines, issues: [...issues, invalid(line, '', tooMany)] };
      const read = readLine(raw);
      if ('reason' in read) issues.push(invalid(line, read.path, read.reason));
      else lines.push({ ...line, value: read.value });
    }
  }
  return { lines, issues };
}

const beyond = (
  most: { readonly lines: number; readonly problems: number },
  lines: number,
  problems: number,
): string | null => {
  if (problems >= most.problems) return `is not read: ${problems} lines before it have problems; correct those first`;
  if (lines >= most.lines) return `is one more than the ${most.lines} lines of an import; import the rest by itself`;
  return null;
};

function readLine(
  raw: string,
): { readonly path: string; readonly reason: string } | { readonly value: Record<string, unknown> } {
  const tooLong = lengthProblem(raw);
  if (tooLong !== null) return tooLong;
  const value = parse(raw);
  if (value === undefined) return { path: '', reason: 'is not valid JSON; every line is one JSON object' };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { path: '', reason: 'is not a JSON object' };
  }
  return textProblem(raw, value) ?? { value: value as Record<string, unknown> };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
