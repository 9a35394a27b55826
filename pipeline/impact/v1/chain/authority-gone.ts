import { defineRule } from '../../rule.ts';

const texts = {
  function: 'The code of the token was replaced and no longer answers who has the authority.',
  functionHolders: 'Who has the authority is not known; it was not given up in a way that the chain shows.',
  contract: 'There is no contract at the address of the token any more.',
  contractHolders: 'The chain has no code at the address that this registry lists.',
};

export const authorityGone = defineRule({
  id: 'authority-gone',
  appliesTo: { comparison: 'authority_gone' },
  claim: 'An authority that the chain no longer answers for is stated and not assessed.',
  texts,
  evaluate: ({ reason }) => ({
    direction: 'unassessed',
    status: 'unassessed',
    method: 'none',
    ...(reason === 'contract_gone'
      ? { reason: texts.contract, holders: texts.contractHolders }
      : { reason: texts.function, holders: texts.functionHolders }),
  }),
});
