/** Checks texts as English prose of this project; quotations of a source are left out. */
import { bannedWords } from '../../../pipeline/text/style-check.ts';

/** A text, and where it stands. */
export interface Prose {
  readonly path: string;
  readonly text: string;
}

/** Predictions, advice and the reader addressed. */
const unwanted = [
  /(?<!'s )\bwill\b/i,
  /\bwould\b/i,
  /\bmight\b/i,
  /\bprobabl[ey]\b/i,
  /\bperhaps\b/i,
  /\bmust\b/i,
  /\bought\b/i,
  /\badvised?\b/i,
  /(?<!know )\byou(r|rs)?\b/i,
  /\brisks?\b/i,
  /\bunfortunately\b/i,
] as const;

/** Problems of any text, a phrase or a sentence. */
export function proseProblems({ path, text }: Prose): readonly string[] {
  const ours = text.replaceAll(/“[^”]*”/g, '“…”');
  const problems = [
    ...bannedWords(ours).map((word) => `the word “${word}”`),
    ...unwanted.flatMap((pattern) => (pattern.test(ours) ? [`matches ${pattern.source}`] : [])),
    ...(text.trim() === '' ? ['an empty text'] : []),
    ...(/ {2}/.test(ours) ? ['a double blank'] : []),
    ...(/undefined|\bNaN\b|\[object|\bnull\b/.test(ours) ? ['undefined, NaN, null or an object'] : []),
    ...(/\s[.,;:]/.test(ours) ? ['a blank before punctuation'] : []),
  ];
  return problems.map((problem) => `${path}: ${problem} in: ${text}`);
}

/** Addresses outside of quotations: they stand apart, as links and as the two values of a change. */
export const addressProblems = ({ path, text }: Prose): readonly string[] =>
  /https?:/i.test(text.replaceAll(/“[^”]*”/g, '')) ? [`${path}: an address in: ${text}`] : [];

/** Problems of one or more whole sentences. A slot may begin or end one. */
export function sentenceProblems({ path, text }: Prose): readonly string[] {
  const problems = [
    ...(/([.!?]”?|\})$/.test(text) ? [] : ['no full stop at the end']),
    ...(/^["“({A-Z0-9]/.test(text) ? [] : ['no capital at the beginning']),
    ...(/\.\s*\.(?!\.)/.test(text) ? ['an empty sentence'] : []),
  ];
  return problems.map((problem) => `${path}: ${problem}: ${text}`);
}

/** Unfilled slots in a finished text. */
export const unfilledSlots = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];
