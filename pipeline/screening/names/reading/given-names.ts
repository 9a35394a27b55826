/** Given names and patronymics by the groups of names that are one name. */
import { givenNames, patronymicEndings } from '../tables/tables.ts';
import { cached } from './cached.ts';
import { levelledSpelling } from './levelled-spelling.ts';

type Groups = ReadonlyMap<string, readonly string[]>;

const byLevel = grouped((form) => levelledSpelling(form));
/** Without the last vowels, as a patronymic has a name. */
const byStem = grouped(stemOf);

function grouped(keyOf: (form: string) => string): Groups {
  const groups = new Map<string, readonly string[]>();
  for (const [form, group] of givenNames) {
    const key = keyOf(form);
    const known = groups.get(key) ?? [];
    if (!known.includes(group)) groups.set(key, [...known, group]);
  }
  return groups;
}

function stemOf(form: string): string {
  return withoutLastVowels(levelledSpelling(form));
}

function withoutLastVowels(text: string): string {
  return text.replace(/(?<![aeiou])[aeiou]+$/, '');
}

const ending = new RegExp(
  `(?:${[...new Set(patronymicEndings.map(levelledSpelling))].sort((a, b) => b.length - a.length).join('|')})$`,
);
const leastLetters = 6;

/** Names of one group are forms of one name; two patronymics of one group are, too. */
export const nameGroups = cached(
  100_000,
  (text: string) => text,
  (text): readonly string[] => {
    const own = byLevel.get(levelledSpelling(text)) ?? [];
    if (own.length > 0 || text.length < leastLetters) return own;
    const level = levelledSpelling(text);
    const stem = level.replace(ending, '');
    return stem === level ? [] : (byStem.get(withoutLastVowels(stem)) ?? []).map((group) => `${group} patronymic`);
  },
);
