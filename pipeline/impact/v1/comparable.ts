import { defineRule } from '../rule.ts';

const texts = {
  reason: 'The two values were read in different ways, so they are not compared.',
  holders: 'Nothing is stated about the fact itself: the way of reading it changed.',
};

/** R0: readings of different lineage say nothing about the world. */
export const comparable = defineRule({
  id: 'comparable',
  appliesTo: { comparison: 'any' },
  claim: 'Only readings made in the same way are compared.',
  texts,
  evaluate: (facts) =>
    facts.comparable
      ? null
      : {
          ...texts,
          direction: 'unassessed',
          status: 'unassessed',
          disposition: 'suppressed',
          method: 'none',
          final: true,
        },
});
