import type { Finding } from './finding.ts';
import { lintFileName, lintNames } from './names.ts';
import { lintProse } from './prose.ts';
import { parseSource } from './source.ts';

/** Every finding of one file, parsed once. */
export function lintText(path: string, text: string): readonly Finding[] {
  const source = parseSource(path, text);
  return [...lintFileName(path), ...lintProse(path, text, source), ...(source === null ? [] : lintNames(text, source))];
}
