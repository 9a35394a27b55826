/** Paragraphs that state something else than the document: none of them may change a value. */
import type { LabelledDocument } from './labelled.ts';

export interface Distractor {
  readonly where: 'before' | 'after';
  readonly texts: (document: LabelledDocument) => readonly string[];
}

export const distractors: Readonly<Record<string, Distractor>> = {
  contents: {
    where: 'before',
    texts: ({ rows }) => [
      'Contents',
      ...rows.map(({ number, label }, at) => `${number} ${label} ${'.'.repeat(40)} ${at + 2}`.trim()),
    ],
  },
  'another token': {
    where: 'after',
    texts: () => ['The other token of the group is redeemed at a fee of 3.00% and had 7,000,000.00 in circulation.'],
  },
  'another law': { where: 'after', texts: () => ['Annex B. The sale contract is governed by the laws of Singapore.'] },
  'the period before': {
    where: 'after',
    texts: () => ['As of May 31, 2025 the total reserve assets amounted to $1,250,000.00 and tokens to $1,200,000.00.'],
  },
  collateral: {
    where: 'after',
    texts: () => ['Collateral held pursuant to the repurchase agreements had a value of $2,040,000.00.'],
  },
  average: { where: 'after', texts: () => ['The average of tokens in circulation in the month was 980,000.00.'] },
};
