import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { minor, type Outcome, perDimension, unassessed } from './outcome.ts';
import { codeOf, otherCode, sayTheSame } from './read-value.ts';

/**
 * Who pays for holding the token. Another payer is neutral for participant protection and mixed for legal standing, unless a
 * regime decides: that is possible between `none` and `issuer` only.
 */
export function compareYield(
  { codes }: { readonly codes: readonly string[] },
  old: FieldValue,
  current: FieldValue,
): Outcome {
  const [before, after] = [codeOf(old), codeOf(current)];
  if (before === null || after === null) return unassessed('unreadable');
  if (before === otherCode && after === otherCode && sayTheSame(old, current)) return minor('same_payer');
  if (!codes.includes(before) || !codes.includes(after)) return unassessed('off_scale');
  if (before === after) return minor('same_payer');
  const outcome = perDimension(
    [
      { kind: 'legal_standing', direction: 'mixed' },
      { kind: 'participant_protection', direction: 'neutral' },
    ],
    ['other_payer'],
  );
  return isBetween('none', 'issuer', before, after) ? { ...outcome, regimesDecide: true } : outcome;
}

const isBetween = (one: string, other: string, before: string, after: string): boolean =>
  (before === one && after === other) || (before === other && after === one);
