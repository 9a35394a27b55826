import { type ImportFile, type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { lengthProblem, textProblem } from '../line-text.ts';

/** Reads NDJSON: one JSON object a line; blank lines are skipped. */
export function readLines(files: readonly ImportFile[]): {
  readonly lines: readonly ImportLine[];
  readonly issues: readonly ImportIssue[];
} {
  const lines: ImportLine[] = [];
  const issues: ImportIssue[] = [];
  for (const { name: file, text } of files) {
    for (const [index, raw] of text
      .replace(/^\uFEFF/, '')
      .split('\n')
      .entries()) {
      const line = { file, line: index + 1 };
      if (raw.trim() === '') continue;
      const tooLong = lengthProblem(raw);
      if (tooLong !== null) {
        issues.push(invalid(line, tooLong.path, tooLong.reason));
        continue;
      }
      const value = parse(raw);
      if (value === undefined) issues.push(invalid(line, '', 'is not valid JSON; every line is one JSON object'));
      else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        issues.push(invalid(line, '', 'is not a JSON object'));
      } else {
        const problem = textProblem(raw, value);
        if (problem === null) lines.push({ ...line, value: value as Record<string, unknown> });
        else issues.push(invalid(line, problem.path, problem.reason));
      }
    }
  }
  return { lines, issues };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
