import type { Direction } from '../../../../schemas/vocabulary.ts';
import { holderTable } from './holders.ts';

/** Texts for directions without a text of the field. */
const general = {
  weakens: 'The two values are stated as published; the new one is of less use to a holder.',
  mixed: 'The two values are stated as published; the new one is another one, neither more nor less.',
  strengthens: 'The two values are stated as published; the new one is of more use to a holder.',
  neutral: 'The two values come to the same for a holder.',
  unassessed: 'The two values are stated as published; which one is better for a holder is not assessed.',
} as const;

/** Meaning of a changed value for a holder. */
export function holderTextOf(field: string, direction: Direction): string {
  const own = direction === 'unassessed' ? undefined : holderTable[field]?.[direction];
  return own ?? general[direction];
}

/** Every text that `holderTextOf` can return. */
export const holderTexts = (): Readonly<Record<string, string>> => ({
  ...general,
  ...Object.fromEntries(
    Object.entries(holderTable).flatMap(([field, { subject: _subject, ...texts }]) =>
      Object.entries(texts).map(([direction, text]) => [`${field}:${direction}`, text]),
    ),
  ),
});

/** The text with `{subject}` filled, for every field that has a subject. */
export const forEverySubject = (name: string, text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(holderTable).map((field) => [`${name}:${field}`, withSubject(text, field)]));

/** The text with `{subject}` filled. */
export const withSubject = (text: string, field: string): string =>
  text.replace('{subject}', () => holderTable[field]?.subject ?? 'the fact');
