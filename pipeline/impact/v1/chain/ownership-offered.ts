import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';
import { givenBy } from './given-by.ts';

const texts = {
  offered: 'Ownership is offered to an account, which has not accepted it.',
  offeredHolders: 'The owner is the same as before; the account can become it by accepting.',
  withdrawn: 'Ownership is no longer on offer.',
  withdrawnHolders: 'The owner is the same as before, and no account can become it by accepting.',
};

export const ownershipOffered = defineRule({
  id: 'ownership-offered',
  appliesTo: { comparison: 'ownership_offer' },
  claim: 'An offer of ownership, and its withdrawal, are neutral for governance: the owner stays.',
  texts,
  evaluate: (facts) => ({
    dimensions: all('neutral', 'governance'),
    ...(facts.new === null
      ? { reason: texts.withdrawn, holders: texts.withdrawnHolders }
      : { reason: texts.offered, holders: texts.offeredHolders }),
    ...givenBy(facts),
  }),
});
