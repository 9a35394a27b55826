import { defineRule } from '../../rule.ts';

const texts = {
  reason: 'The new capture could be read only in part, so the two values are not compared.',
  holders: 'Nothing is stated about the fact itself: the source could be read only in part.',
};

/** R0: half a document is not compared with a whole one. What is not known counts as material, so no filter hides it. */
export const disclosurePartial = defineRule({
  id: 'disclosure-partial',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A capture that could be read only in part is not compared.',
  texts,
  evaluate: ({ sense }) =>
    sense === 'partial'
      ? {
          ...texts,
          direction: 'unassessed',
          status: 'unassessed',
          disposition: 'suppressed',
          method: 'none',
          materiality: 'material',
          final: true,
        }
      : null,
});
