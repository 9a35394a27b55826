import { defineRule } from '../../rule.ts';
import { notCompared } from '../not-compared.ts';

const texts = {
  reason: 'The new capture could be read only in part, so the two values are not compared.',
  holders: 'Nothing is stated about the fact itself: the source could be read only in part.',
};

/** A partial reading is not compared with a complete one. The unknown counts as material, so that no filter hides it. */
export const disclosurePartial = defineRule({
  id: 'disclosure-partial',
  appliesTo: { comparison: 'disclosure_field' },
  claim: 'A capture that could be read only in part is not compared.',
  texts,
  evaluate: ({ sense }) =>
    sense === 'partial' ? { ...notCompared(texts), materiality: 'material', final: true } : null,
});
