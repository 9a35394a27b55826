import { defineRule } from '../../rule.ts';
import { all } from '../dimensions.ts';

const texts = {
  ended: 'The issuer was KYI-verified in this registry and is not any more.',
  endedHolders: 'This registry no longer states that it has verified who issues the token.',
  begun: 'The issuer was not KYI-verified in this registry and is now.',
  begunHolders: 'This registry states that it has verified who issues the token.',
};

export const registryIssuerKyi = defineRule({
  id: 'registry-issuer-kyi',
  appliesTo: { comparison: 'issuer_kyi' },
  claim:
    "The end of the issuer's KYI verification weakens the legal standing this registry states; its start strengthens it.",
  texts,
  evaluate: ({ new: current }) =>
    current?.status === 'verified'
      ? { dimensions: all('strengthens', 'legal_standing'), reason: texts.begun, holders: texts.begunHolders }
      : { dimensions: all('weakens', 'legal_standing'), reason: texts.ended, holders: texts.endedHolders },
});
