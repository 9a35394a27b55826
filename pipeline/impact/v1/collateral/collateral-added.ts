import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { graded } from './graded.ts';
import { unassessed } from './unassessed.ts';
import { tierOf, tiers, worstOf } from './tiers.ts';

const texts = {
  lower: 'The instrument is of a lower quality than all others of the earlier report.',
  lowerHolders: 'Assets of a lower quality than before stand behind the token.',
  same: 'The instrument is of no lower quality than the others of the earlier report.',
  sameHolders: 'Another instrument stands behind the token; the lowest quality in the reserve is as before.',
  reason: 'The class of the instrument, or of the others, is not stated.',
  holders: 'Another instrument stands behind the token; its quality is not assessed.',
};

export const collateralAdded = defineRule({
  id: 'collateral-added',
  appliesTo: { comparison: 'collateral_member', kinds: ['isin_added'] },
  claim:
    'A further instrument weakens reserve quality where it is of a lower quality than all before it, and is neutral elsewhere.',
  texts,
  parameters: { tiers },
  evaluate: (facts) => {
    const tier = tierOf(facts.class);
    const worst = worstOf(facts.before);
    const verdict =
      tier === null
        ? unassessed(texts.reason, texts.holders)
        : tier <= worst.tier
          ? { dimensions: all('neutral', 'reserve_quality'), reason: texts.same, holders: texts.sameHolders }
          : worst.isPartial || worst.tier === -1
            ? unassessed(texts.reason, texts.holders)
            : { dimensions: all('weakens', 'reserve_quality'), reason: texts.lower, holders: texts.lowerHolders };
    return { ...verdict, ...graded(facts) };
  },
});
