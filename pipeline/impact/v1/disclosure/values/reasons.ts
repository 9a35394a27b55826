import type { DisclosureField, Quantity } from '../../../../../schemas/fields/field.ts';
import type { Outcome } from './outcome.ts';
import { type ReasonCode, reasonSentences } from './reason-sentences.ts';

/** The reason for an outcome: one sentence for each finding of the comparator. */
export const reasonOf = (field: DisclosureField, { reasons, threshold }: Outcome): string =>
  reasons.map((code) => sentenceOf(field, code, threshold)).join(' ');

/** Every sentence that the comparators can emit for these fields. */
export function reasonTexts(fields: readonly DisclosureField[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const code of Object.keys(reasonSentences) as readonly ReasonCode[]) {
    if (!reasonSentences[code].includes('{')) texts[code] = reasonSentences[code];
  }
  for (const field of fields) {
    const { rule } = field;
    if (rule.type !== 'lower' && rule.type !== 'higher') continue;
    if (Number(rule.tolerance) > 0) {
      for (const code of ['figure_lower_beyond', 'figure_higher_beyond', 'figure_within'] as const) {
        texts[`${code}:${field.name}`] = sentenceOf(field, code);
      }
    }
    for (const threshold of rule.thresholds) {
      for (const code of ['crosses_up', 'crosses_down'] as const) {
        texts[`${code}:${field.name}:${threshold}`] = sentenceOf(field, code, threshold);
      }
    }
  }
  return texts;
}

function sentenceOf({ rule }: DisclosureField, code: ReasonCode, threshold = ''): string {
  const sentence = reasonSentences[code];
  if (rule.type !== 'lower' && rule.type !== 'higher') return sentence;
  return sentence
    .replace('{tolerance}', withUnit(rule.tolerance, differenceUnits[rule.quantity]))
    .replace('{threshold}', withUnit(threshold, units[rule.quantity]));
}

const withUnit = (number: string, [one, several]: Unit): string => `${number}${number === '1' ? one : several}`;

type Unit = readonly [one: string, several: string];

const units: Readonly<Record<Quantity, Unit>> = {
  bps: [' basis point', ' basis points'],
  percent: [' percent', ' percent'],
  days: [' calendar day', ' calendar days'],
  money: ['', ''],
};

const differenceUnits: Readonly<Record<Quantity, Unit>> = {
  ...units,
  percent: [' percentage point', ' percentage points'],
};
