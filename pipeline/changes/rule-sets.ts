/** The published rule sets: rules, joined with the texts of the fold. */
import type { AssessmentRules, RuleSet } from '../impact/rule.ts';
import type { RuleBook } from '../impact/rulesets.ts';
import { impactV1 } from '../impact/v1/rules.ts';
import { familyTexts } from './family-texts.ts';

/** Rules as a set of this fold. */
export const withFoldTexts = (rules: AssessmentRules): RuleSet => ({ ...rules, texts: familyTexts });

/** Every published rule set. */
export const publishedRules: RuleBook = { initial: impactV1.version, sets: [withFoldTexts(impactV1)] };
