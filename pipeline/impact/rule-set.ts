/** The rules of a set as an opening, families of rules, and a closing. */
import type { AssessmentRules, RuleFamily } from './rule.ts';

/** The parts of a rule set in the order of evaluation. */
export interface RuleSetParts extends Pick<AssessmentRules, 'version' | 'fields' | 'severity'> {
  /** Rules for every comparison, before the families. */
  readonly opening: AssessmentRules['rules'];
  /** Each family has rules about comparisons of its own, so that appending one alters no earlier verdict. */
  readonly families: readonly RuleFamily[];
  /** Rules for every comparison, after the families. */
  readonly closing: AssessmentRules['rules'];
}

export interface ComposedRuleSet extends AssessmentRules, RuleSetParts {}

export const composeRuleSet = (parts: RuleSetParts): ComposedRuleSet => ({
  ...parts,
  rules: [...parts.opening, ...parts.families.flatMap(({ rules }) => rules), ...parts.closing],
});

/** The set with only its first families. */
export const withFamilies = (set: ComposedRuleSet, count: number): ComposedRuleSet =>
  composeRuleSet({ ...set, families: set.families.slice(0, count) });
