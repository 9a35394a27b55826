import { memberPath } from '../../../schemas/values/reasons.ts';
import { type ImportFile, type ImportIssue, type ImportLine, invalid } from './issue.ts';

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
      const value = parse(raw);
      if (value === undefined) issues.push(invalid(line, '', 'is not valid JSON; every line is one JSON object'));
      else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        issues.push(invalid(line, '', 'is not a JSON object'));
      } else {
        const broken = brokenText(value, '');
        if (broken === null) lines.push({ ...line, value: value as Record<string, unknown> });
        else issues.push(invalid(line, broken, 'has a character that cannot be written as UTF-8 (a lone surrogate)'));
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

/** Path of the first member whose name or text is not well-formed Unicode: such text cannot be hashed. */
function brokenText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const at = memberPath(path, Array.isArray(value) ? Number(name) : name);
    if (!name.isWellFormed()) return path;
    const broken = brokenText(member, at);
    if (broken !== null) return broken;
  }
  return null;
}
