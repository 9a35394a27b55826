import type { Direction } from '../../../../schemas/vocabulary.ts';
import { defineRule } from '../../rule.ts';
import { setDelta } from '../comparators.ts';
import { all } from '../dimensions.ts';

const texts = {
  weakens: 'Authorised services were removed and none was added.',
  weakensHolders: 'The register states fewer services that the entity is authorised for.',
  strengthens: 'Authorised services were added and none was removed.',
  strengthensHolders: 'The register states more services that the entity is authorised for.',
  mixed: 'Authorised services were added and others were removed.',
  mixedHolders: 'The register states other services that the entity is authorised for.',
};

export const registerServices = defineRule({
  id: 'register-services',
  appliesTo: { comparison: 'register_column', meanings: ['services'] },
  claim: 'Fewer authorised services weaken legal standing; more strengthen it.',
  texts,
  evaluate: (facts) => {
    const { added, removed } = setDelta(facts.old, facts.new);
    const direction: Direction & keyof typeof texts =
      added.length === 0 ? 'weakens' : removed.length === 0 ? 'strengthens' : 'mixed';
    return {
      dimensions: all(direction, 'legal_standing'),
      reason: texts[direction],
      holders: texts[`${direction}Holders`],
    };
  },
});
