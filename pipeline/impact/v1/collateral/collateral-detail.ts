import { defineRule, type Verdict } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';
import { tierOf, tiers } from './tiers.ts';
import { unassessed } from './unassessed.ts';

const texts = {
  same: 'The quality of the instrument, as the report states it, is as before.',
  sameHolders: 'The same instrument stands behind the token; the report states other particulars of it.',
  lower: 'The report states a class of lower quality for the instrument.',
  lowerHolders: 'The report places the instrument in a class of lower quality.',
  higher: 'The report states a class of higher quality for the instrument.',
  higherHolders: 'The report places the instrument in a class of higher quality.',
  reason: 'One of the two classes has no place in the order of quality.',
  holders: 'The report places the instrument in another class; what that means is not assessed.',
};

export const collateralDetail = defineRule({
  id: 'collateral-detail',
  appliesTo: { comparison: 'collateral_detail' },
  claim:
    'Another class of an instrument weakens or strengthens reserve quality by its place in the order; other particulars are neutral.',
  texts,
  parameters: { tiers },
  evaluate: (facts) => ({ ...verdictOf(facts.old, facts.new), ...graded(facts) }),
});

function verdictOf(old: string | null, current: string | null): Verdict {
  const neutral = { dimensions: all('neutral', 'reserve_quality'), reason: texts.same, holders: texts.sameHolders };
  // A class that one report does not state is no other class.
  if (old === current || old === null || current === null) return neutral;
  const [before, after] = [tierOf(old), tierOf(current)];
  if (before === null || after === null) return unassessed(texts.reason, texts.holders);
  if (before === after) return neutral;
  return after > before
    ? { dimensions: all('weakens', 'reserve_quality'), reason: texts.lower, holders: texts.lowerHolders }
    : { dimensions: all('strengthens', 'reserve_quality'), reason: texts.higher, holders: texts.higherHolders };
}
