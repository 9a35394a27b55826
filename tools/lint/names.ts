/** Names of files, identifiers and types. */
import type { Finding } from './finding.ts';
import { lineAt, type ParsedSource } from './source.ts';
import { allowedNames, irregularParticiples, nounsLikeParticiples, stems } from './words.ts';

const stem = new RegExp(`^(?:${stems.join('|')})$`);
const participle = new RegExp(`^(?:[a-z]+(?:ed|ing)|(?:un|re|over|mis)?(?:${irregularParticiples.join('|')}))$`);

/** The words of a camelCase, snake_case or kebab-case name, in lower case. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The first refused word of a name, or null. */
function refusedWord(name: string): string | null {
  const words = wordsOfName(name);
  const isRefused = (word: string, index: number): boolean =>
    stem.test(word) && !allowedNames.includes(`${word} ${words[index + 1] ?? ''}`);
  return words.find(isRefused) ?? null;
}

/** Whether the whole name of a type is one participle, which leaves open what the thing is. */
export const isParticiple = (name: string): boolean =>
  /^[A-Z][a-z]+$/.test(name) && participle.test(name.toLowerCase()) && !nounsLikeParticiples.has(name);

export function lintFileName(path: string): readonly Finding[] {
  const name = path.split('/').at(-1) ?? '';
  const word = refusedWord(name);
  if (word === null) return [];
  return [{ line: 1, message: `file name with "${word}": use the term of the field` }];
}

/** Findings of the names in one source file, each name once. */
export function lintNames(text: string, { names, types }: ParsedSource): readonly Finding[] {
  const seen = new Set<string>();
  const firstOf = ({ name }: { name: string }): boolean => !seen.has(name) && seen.add(name).size > 0;
  const identifiers = names.filter(firstOf).flatMap(({ start, name }): readonly Finding[] => {
    const word = refusedWord(name);
    if (word === null) return [];
    const message = `name "${name}" with "${word}": use the term of the field`;
    return [{ line: lineAt(text, start), message }];
  });
  const participles = types
    .filter(({ name }) => isParticiple(name))
    .map(({ start, name }): Finding => {
      const message = `type "${name}" is a participle: name the thing`;
      return { line: lineAt(text, start), message };
    });
  return [...identifiers, ...participles];
}
