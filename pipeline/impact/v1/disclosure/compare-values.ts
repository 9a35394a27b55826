import type { FieldRule, FieldValue } from '../../../../schemas/fields/field.ts';
import { compareBool } from './bool.ts';
import { compareDate } from './date.ts';
import { compareDocument } from './document.ts';
import { compareFees } from './fees.ts';
import { compareFrequency } from './frequency.ts';
import { compareIdentity, compareParties } from './identity.ts';
import { compareOrdinal } from './ordinal.ts';
import type { Outcome } from './outcome.ts';
import { compareQuantity } from './quantity.ts';
import { compareSetBad, compareSetGood, compareTierSet } from './sets.ts';
import { compareSupply } from './supply.ts';
import { compareYield } from './yield.ts';

/** Compares two disclosed values by the rule of their field. Every JSON value has an outcome. */
export function compareValues(rule: FieldRule, old: FieldValue, current: FieldValue): Outcome {
  switch (rule.type) {
    case 'ordinal':
      return compareOrdinal(rule, old, current);
    case 'frequency':
      return compareFrequency(rule, old, current);
    case 'lower':
    case 'higher':
      return compareQuantity(rule, old, current);
    case 'setBad':
      return compareSetBad(rule, old, current);
    case 'setGood':
      return compareSetGood(rule, old, current);
    case 'tierSet':
      return compareTierSet(rule, old, current);
    case 'bool':
      return compareBool(rule, old, current);
    case 'identity':
      return compareIdentity(rule, old, current);
    case 'parties':
      return compareParties(old, current);
    case 'date':
      return compareDate(old, current);
    case 'yield':
      return compareYield(rule, old, current);
    case 'fees':
      return compareFees(rule, old, current);
    case 'supply':
      return compareSupply(rule, old, current);
    case 'document':
      return compareDocument(old, current);
  }
}
