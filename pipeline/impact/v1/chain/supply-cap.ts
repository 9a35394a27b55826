import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  raised: 'The contract allows a greater supply.',
  raisedHolders: 'More tokens can be created than before.',
  lowered: 'The contract allows a smaller supply.',
  loweredHolders: 'Fewer tokens can be created than before.',
  removed: 'The contract no longer states a greatest supply.',
  removedHolders: 'The contract names no limit of the supply.',
  stated: 'The contract states a greatest supply, which it did not state before.',
  statedHolders: 'The contract names a limit of the supply.',
};

export const supplyCap = defineRule({
  id: 'supply-cap',
  appliesTo: { comparison: 'chain_cap' },
  claim: 'A cap that is raised or removed weakens supply, one that is lowered or stated strengthens it.',
  texts,
  evaluate: (facts) => {
    const { old, new: current } = facts;
    const shown = { materiality: 'material', ...givenBy(facts) } as const;
    const [weakens, strengthens] = [all('weakens', 'supply'), all('strengthens', 'supply')];
    if (current === null) {
      return { dimensions: weakens, reason: texts.removed, holders: texts.removedHolders, ...shown };
    }
    if (old === null) {
      return { dimensions: strengthens, reason: texts.stated, holders: texts.statedHolders, ...shown };
    }
    return BigInt(current) > BigInt(old)
      ? { dimensions: weakens, reason: texts.raised, holders: texts.raisedHolders, ...shown }
      : { dimensions: strengthens, reason: texts.lowered, holders: texts.loweredHolders, ...shown };
  },
});
