import type { DisclosureField, Quantity } from '../../../../schemas/fields/field.ts';
import type { Outcome } from './outcome.ts';
import { sights, type Sight } from './sights.ts';

/** Why the comparator said what it said: a sentence for each thing it saw. */
export const reasonOf = (field: DisclosureField, { sights: seen, threshold }: Outcome): string =>
  seen.map((sight) => sentenceOf(field, sight, threshold)).join(' ');

/** Every sentence that the comparators can say of these fields. */
export function reasonTexts(fields: readonly DisclosureField[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const sight of Object.keys(sights) as readonly Sight[]) {
    if (!sights[sight].includes('{')) texts[sight] = sights[sight];
  }
  for (const field of fields) {
    const { rule } = field;
    if (rule.type !== 'lower' && rule.type !== 'higher') continue;
    if (Number(rule.tolerance) > 0) {
      for (const sight of ['figure_lower_beyond', 'figure_higher_beyond', 'figure_within'] as const) {
        texts[`${sight}:${field.name}`] = sentenceOf(field, sight);
      }
    }
    for (const threshold of rule.thresholds) {
      for (const sight of ['crosses_up', 'crosses_down'] as const) {
        texts[`${sight}:${field.name}:${threshold}`] = sentenceOf(field, sight, threshold);
      }
    }
  }
  return texts;
}

function sentenceOf({ rule }: DisclosureField, sight: Sight, threshold = ''): string {
  const sentence = sights[sight];
  if (rule.type !== 'lower' && rule.type !== 'higher') return sentence;
  return sentence
    .replace('{tolerance}', `${rule.tolerance}${differenceUnits[rule.quantity]}`)
    .replace('{threshold}', `${threshold}${units[rule.quantity]}`);
}

const units: Readonly<Record<Quantity, string>> = {
  bps: ' basis points',
  percent: ' percent',
  days: ' calendar days',
  money: '',
};

const differenceUnits: Readonly<Record<Quantity, string>> = { ...units, percent: ' percentage points' };
