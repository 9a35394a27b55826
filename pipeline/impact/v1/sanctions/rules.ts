import type { RuleFamily } from '../../rule.ts';
import { listCandidate } from './list-candidate.ts';
import { listMatchAdded } from './list-match-added.ts';
import { listMatchAmended } from './list-match-amended.ts';
import { listMatchRemoved } from './list-match-removed.ts';
import { listMatchSubjectLeft } from './list-match-subject-left.ts';

/** Rules about matches with sanctions lists. */
export const sanctionsRules: RuleFamily = {
  name: 'sanctions',
  rules: [listMatchAdded, listMatchRemoved, listMatchSubjectLeft, listMatchAmended, listCandidate],
};
