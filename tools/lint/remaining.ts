/**
 * Findings that are still to be mended: `remaining.txt` has one a line, `rule subject`, in the order of the alphabet.
 * A line whose finding is gone fails as well, so the list only shrinks.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Finding } from './finding.ts';

const list = fileURLToPath(new URL('./remaining.txt', import.meta.url));
const spread = 'spread ';
const keyOf = ({ rule, subject }: Finding): string => `${rule} ${subject}`;

export const remaining = (): readonly string[] =>
  readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

export function withoutRemaining(findings: readonly Finding[], lines: readonly string[]): readonly Finding[] {
  const excused = new Set(lines);
  return findings.filter((finding) => !excused.has(keyOf(finding)));
}

/** Lines without a finding. Those of spread literals are read by the linter, which does not know all files. */
export function staleLines(findings: readonly Finding[], lines: readonly string[]): readonly string[] {
  const found = new Set(findings.map(keyOf));
  return lines.filter((line) => !line.startsWith(spread) && !found.has(line));
}

/** Writes what is left. */
export function writeRemaining(findings: readonly Finding[], before: readonly string[]): void {
  const kept = before.filter((line) => line.startsWith(spread));
  const lines = [...new Set([...findings.map(keyOf), ...kept])].sort((a, b) => (a < b ? -1 : 1));
  writeFileSync(list, lines.map((line) => `${line}\n`).join(''));
}
