import type { Finding } from './finding.ts';
import { lintFileName, lintNames } from './names.ts';
import { lintProse } from './prose.ts';
import { publishedTexts } from './published-texts.ts';
import { parseSource } from './source.ts';

/** Every finding of one file, parsed once. Strings of a file with published texts are not checked, its comments and names are. */
export function lintText(path: string, text: string, published = publishedTexts): readonly Finding[] {
  const source = parseSource(path, text);
  const prose = source !== null && published.has(path) ? { ...source, strings: [] } : source;
  return [...lintFileName(path), ...lintProse(path, text, prose), ...(source === null ? [] : lintNames(text, source))];
}
