import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';
import { tierOf, tiers, worstOf } from './tiers.ts';
import { unassessed } from './unassessed.ts';

const texts = {
  lowest: 'The instrument was of the lowest quality in the reserve, and none of that quality is left.',
  lowestHolders: 'Assets of the lowest quality no longer stand behind the token.',
  same: 'The lowest quality in the reserve is as before.',
  sameHolders: 'An instrument no longer stands behind the token; the lowest quality in the reserve is as before.',
  reason: 'The class of the instrument, or of the others, is not stated.',
  holders: 'An instrument no longer stands behind the token; what that changes is not assessed.',
};

export const collateralRemoved = defineRule({
  id: 'collateral-removed',
  appliesTo: { comparison: 'collateral_member', kinds: ['isin_removed'] },
  claim:
    'An instrument that leaves strengthens reserve quality where the lowest quality leaves with it, and is neutral elsewhere.',
  texts,
  parameters: { tiers },
  evaluate: (facts) => {
    const tier = tierOf(facts.class);
    const [before, after] = [worstOf(facts.before), worstOf(facts.after)];
    const verdict =
      tier === null
        ? unassessed(texts.reason, texts.holders)
        : tier < before.tier || tier <= after.tier
          ? { dimensions: all('neutral', 'reserve_quality'), reason: texts.same, holders: texts.sameHolders }
          : after.isPartial || facts.after.length === 0
            ? unassessed(texts.reason, texts.holders)
            : { dimensions: all('strengthens', 'reserve_quality'), reason: texts.lowest, holders: texts.lowestHolders };
    return { ...verdict, ...graded(facts) };
  },
});
