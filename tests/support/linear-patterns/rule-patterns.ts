/** The patterns of all rules of documents, as they are applied. */
import { issuerForms } from '../../../pipeline/documents/reading/report/issuer-forms.ts';
import { disclosedControl } from '../../../pipeline/documents/reading/rules/disclosed-control.ts';
import { fieldRules } from '../../../pipeline/documents/reading/rule-set.ts';
import { compiled } from '../../../pipeline/documents/reading/forms/slots.ts';
import type { MadePattern } from './made.ts';

export const rulePatterns = (): readonly MadePattern[] => [
  ...patternsIn([fieldRules, disclosedControl, issuerForms], false),
];

/** Members of a rule that are a pattern. */
const patternNames: ReadonlySet<string> = new Set(['pattern', 'watched', 'refused', 'aside', 'beside', 'without']);

/** Members of rules with these names are patterns, however deep they stand. */
function patternsIn(rules: unknown, isWhole: boolean): readonly MadePattern[] {
  if (rules === null || typeof rules !== 'object') return [];
  return Object.entries(rules).flatMap(([name, member]: [string, unknown]): readonly MadePattern[] => {
    if (typeof member === 'string' && patternNames.has(name)) {
      return [compiled(isWhole ? `^(?:${member})$` : member)];
    }
    if (name === 'allowed') return (member as readonly string[]).map((source) => ({ source, flags: 'giu' }));
    return patternsIn(member, isWhole || name === 'whole');
  });
}
